# Completion of qc for bash.
_qc() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb=
  local verbs="check test bench fmt report explain doctor cache lsp jupyter"
  local options="--device= --threads= --precision= -I --color= --reduce= --few= --maps= --width= --seed= --diagnostics=
    --error-limit= --help --help-dev"
  ((COMP_CWORD > 1)) && verb=${COMP_WORDS[1]}
  # bash takes `--device=` apart at the sign.
  if [[ $cur == = ]]; then cur=""; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  case $prev in
    --device) COMPREPLY=($(compgen -W "auto cpu cuda simt" -- "$cur")); return ;;
    --precision) COMPREPLY=($(compgen -W "single double" -- "$cur")); return ;;
    --explain) COMPREPLY=($(compgen -W "json run" -- "$cur")); return ;;
    --profile) COMPREPLY=($(compgen -W "json" -- "$cur")); return ;;
    --emit) COMPREPLY=($(compgen -W "ast plan kernel llvm ptx asm" -- "$cur")); return ;;
    --few) COMPREPLY=($(compgen -W "host device" -- "$cur")); return ;;
    --maps) COMPREPLY=($(compgen -W "whole parts" -- "$cur")); return ;;
    --color) COMPREPLY=($(compgen -W "auto always never" -- "$cur")); return ;;
    --diagnostics) COMPREPLY=($(compgen -W "text json" -- "$cur")); return ;;
    -I | --prefix) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    -o | --time-trace | --remarks | --python) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  case $verb in
    cache) ((COMP_CWORD == 2)) && { COMPREPLY=($(compgen -W "stat clear verify" -- "$cur")); return; } ;;
    jupyter) ((COMP_CWORD == 2)) && [[ $cur != -* ]] && { COMPREPLY=($(compgen -W "install" -- "$cur")); return; }
      options+=" --prefix= --python=" ;;
    explain) ((COMP_CWORD == 2)) && [[ $cur != -* ]] && {
      COMPREPLY=($(compgen -W "$(qc explain 2>/dev/null | cut -d' ' -f1)" -- "$cur")); return; } ;;
    test) options+=" --timeout=" ;;
    bench) options+=" --repeats= --compare=" ;;
    fmt) options+=" --check" ;;
    report) options+=" -o --no-run" ;;
    check | doctor | lsp) ;;
    *) options+=" -e -i --explain --explain=json --explain=run --check --time --time-trace= --profile --profile=json
      --version --emit= --remarks=" ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return
  fi
  COMPREPLY=($(compgen -f -X '!*.q' -- "$cur") $(compgen -d -- "$cur"))
  ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W "$verbs" -- "$cur"))
}
complete -o filenames -F _qc qc
