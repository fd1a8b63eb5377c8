" Syntax of programs for qc, a compiler for a Quasar-like array and loop language.
if exists('b:current_syntax')
  finish
endif

syntax case match
syntax iskeyword @,48-57,_,$,192-255

syntax keyword qcConditional if elseif else match with
syntax keyword qcRepeat for while repeat until
syntax keyword qcException try catch
syntax keyword qcStatement break continue return
syntax keyword qcInclude import
syntax keyword qcPrint print
syntax keyword qcFunction function
syntax keyword qcEnd end endif endfor endwhile endfunction endmatch endtry endtype
syntax keyword qcStorage __device__ __kernel__ __host__

" These are keywords where a type is defined, and names elsewhere.
syntax match qcTypeDefinition "^\s*\zstype\ze\s\+[A-Za-z_$]"
syntax match qcStructure ":\s*\zs\%(\%(mutable\|dynamic\)\s\+\)\=class\>"

syntax match qcCall "\<[A-Za-z_$][A-Za-z0-9_$]*\ze("

syntax keyword qcType scalar cscalar half float double bool string cell object
syntax keyword qcType int int8 int16 int32 int64 uint8 uint16 uint32 uint64
syntax match qcType "\<[ic]\=vec\d\{,2}\>"
syntax match qcType "\<[ic]\=mat\%(\dx\d\)\=\>"
syntax match qcType "\<[ic]\=cube\%(\dx\dx\d\)\=\>"
syntax match qcType "??"

syntax keyword qcConstant true false pi inf nan eps null nullptr
syntax keyword qcPosition pos blkpos blkdim blkidx blkcnt warpsize
syntax keyword qcParallel parallel_do serial_do shared shared_zeros syncthreads memfence max_block_size opt_block_size
syntax keyword qcParallel shfl shfl_up shfl_down shfl_xor broadcast ballot activemask
syntax keyword qcParallel warp_sum warp_prod warp_min warp_max warp_and warp_or warp_xor warp_scan
syntax keyword qcParallel atomic_add atomic_sub atomic_min atomic_max atomic_and atomic_or atomic_xor
syntax keyword qcParallel atomic_inc atomic_dec atomic_exch atomic_cas
syntax keyword qcLimits maxvalue minvalue

" A field may have the name of a keyword or a type.
syntax match qcField "\.\@<!\.[A-Za-z_$][A-Za-z0-9_$]*"

syntax match qcOperator "[-+*/\\^=<>!?|&~]"
syntax match qcOperator "\.\.\.\="
syntax match qcOperator "\.[*/^]=\="
syntax match qcOperator "\s\zs__="
syntax match qcOperator ":="
syntax match qcContinuation "\%(^\|[^A-Za-z0-9_$]\)\zs_\ze\s*\%(%.*\)\=$"

syntax match qcNumber "\<\d\+\>"
syntax match qcNumber "\<\d\+[bo]\>"
syntax match qcNumber "\<\d\x*h\>"
syntax match qcFloat "\<\d\+[eE][-+]\=\d\+\>"
syntax match qcFloat "\<\d\+\.[.*/^]\@!\d*\%([eE][-+]\=\d\+\)\="
syntax match qcFloat "\%(\.\|\k\)\@<!\.\d\+\%([eE][-+]\=\d\+\)\="
syntax match qcImaginary "\<\d\+\%(\.[.*/^]\@!\d*\)\=\%([eE][-+]\=\d\+\)\=[ij]\>"
syntax match qcImaginary "\%(\.\|\k\)\@<!\.\d\+\%([eE][-+]\=\d\+\)\=[ij]\>"

syntax match qcModifier "\%([A-Za-z0-9_$\])}:]\|:\s\)\@2<='\s*\%(checked\|safe\|circular\|mirror\|clamped\|unchecked\|const\)\>"
syntax match qcModifier "\%([A-Za-z0-9_$\])}:]\|:\s\)\@2<='\s*hw\%(const\|tex_const\|tex_linear\|tex_nearest\)\>"

" The second string is that of a Windows path, "C:\data\".
syntax match qcEscape contained +\\\%([abfnrtv"'\\?]\|\o\{1,3}\|x\x\+\)+
syntax match qcPlaceholder contained "%[-+ #0]*\%(\*\|\d\+\)\=\%(\.\%(\*\|\d\+\)\)\=[diuxXocsfFeEgGaA%]"
syntax match qcString +"[^"]*"+ contains=qcEscape,qcPlaceholder
syntax match qcString +"\%([^"\\]\|\\.\)*"+ contains=qcEscape,qcPlaceholder

syntax match qcPragma "#pragma\>[^%]*"
syntax match qcRegion "#\%(region\|endregion\)\>.*$"
syntax match qcPragma "{![^}]*}" contains=qcString

syntax keyword qcTodo contained TODO FIXME XXX NOTE
syntax match qcComment "%.*$" contains=qcTodo,@Spell
syntax region qcComment start="^\s*%{\s*$" end="^\s*%}\s*$" contains=qcTodo,@Spell

highlight default link qcConditional Conditional
highlight default link qcRepeat Repeat
highlight default link qcException Exception
highlight default link qcStatement Statement
highlight default link qcInclude Include
highlight default link qcPrint Statement
highlight default link qcFunction Keyword
highlight default link qcEnd Keyword
highlight default link qcStorage StorageClass
highlight default link qcTypeDefinition Keyword
highlight default link qcStructure Structure
highlight default link qcType Type
highlight default link qcConstant Constant
highlight default link qcPosition Identifier
highlight default link qcParallel Function
highlight default link qcLimits Function
highlight default link qcCall Function
highlight default link qcOperator Operator
highlight default link qcContinuation Special
highlight default link qcNumber Number
highlight default link qcFloat Float
highlight default link qcImaginary Number
highlight default link qcModifier StorageClass
highlight default link qcEscape SpecialChar
highlight default link qcPlaceholder SpecialChar
highlight default link qcString String
highlight default link qcPragma PreProc
highlight default link qcRegion PreProc
highlight default link qcTodo Todo
highlight default link qcComment Comment

let b:current_syntax = 'qc'
