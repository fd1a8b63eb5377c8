" Settings for programs of qc.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:%
setlocal commentstring=%\ %s
setlocal iskeyword+=$
setlocal suffixesadd=.q
let b:undo_ftplugin = 'setlocal comments< commentstring< iskeyword< suffixesadd<'

" matchit: % goes from the head of a block to its end.
if exists('loaded_matchit')
  let b:match_words = '\<\%(if\|for\|while\|match\|try\|function\|type\)\>:\<\%(elseif\|else\|catch\)\>:'
        \ . '\<end\%(if\|for\|while\|match\|try\|function\|type\)\=\>,\<repeat\>:\<until\>'
  let b:undo_ftplugin .= ' | unlet! b:match_words'
endif
