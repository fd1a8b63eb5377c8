# Rewrites the text of libclc's functions for kernels: no target attributes, no accuracy or fast-math licence, explicit
# fused multiply-add, so that every back end computes the same bits. IN, with the functions of OWN in place of its own ->
# PTX, HOST, and HOST_V3 with names of its own.
file(READ ${IN} text)
file(READ ${OWN} own)
# What OWN defines is F.clc in libclc's text. What the two declare is declared once.
string(REGEX MATCHALL "\ndefine [^\n]*@_Z[A-Za-z0-9]+\\(" defined "${own}")
foreach(line ${defined})
  string(REGEX REPLACE ".*@(_Z[A-Za-z0-9]+).*" "\\1" name "${line}")
  string(REPLACE "@${name}(" "@${name}.clc(" text "${text}")
endforeach()
foreach(name sqrt.f32 copysign.f32 smax.i32 fabs.f32 trunc.f32 copysign.f64 fabs.f64 trunc.f64)
  if(text MATCHES "\ndeclare [^\n]*@llvm\\.${name}\\(")
    string(REGEX REPLACE "\ndeclare [^\n]*@llvm\\.${name}\\([^\n]*" "" own "${own}")
  endif()
endforeach()
string(APPEND text "\n${own}")
string(REGEX REPLACE "target (datalayout|triple) = [^\n]*\n" "" text "${text}")
string(REGEX REPLACE ", !fpmath ![0-9]+" "" text "${text}")
string(REGEX REPLACE ", !tbaa ![0-9]+" "" text "${text}")
foreach(flag nnan ninf nsz arcp contract afn reassoc fast)
  string(REGEX REPLACE " ${flag} " " " text "${text}")
  string(REGEX REPLACE " ${flag} " " " text "${text}")
endforeach()
# Some functions look a table up with an index that a huge argument drives out of it, and select another result afterwards.
# Such a load must not fault: every table index is clamped.
string(REGEX MATCHALL "\n@[A-Z0-9_]+ = " tables "${text}")
foreach(table ${tables})
  string(REGEX MATCH "[A-Z0-9_]+" name "${table}")
  string(REGEX MATCH "\n@${name} = [^\n]*constant .([0-9]+) x" header "${text}")
  math(EXPR last "${CMAKE_MATCH_1} - 1")
  string(REGEX REPLACE
    "%([0-9]+) = getelementptr inbounds( nuw)? ([^,\n]+), ptr( addrspace\\(4\\))? @${name}, i64 (%[0-9]+)"
    "%frozen.\\1 = freeze i64 \\5\n  %index.\\1 = call i64 @llvm.umin.i64(i64 %frozen.\\1, i64 ${last})\n  %\\1 = getelementptr inbounds \\3, ptr\\4 @${name}, i64 %index.\\1"
    text "${text}")
endforeach()
string(APPEND text "\ndeclare i64 @llvm.umin.i64(i64, i64)\n")
string(REGEX REPLACE "llvm\\.fmuladd\\." "llvm.fma." text "${text}")
# The module may declare llvm.fma already: keep one declaration of each.
foreach(type "f32" "f64")
  string(REGEX REPLACE "declare [a-z]+ @llvm\\.fma\\.${type}\\([^\n]*\n" "" text "${text}")
endforeach()
string(APPEND text "\ndeclare float @llvm.fma.f32(float, float, float)\ndeclare double @llvm.fma.f64(double, double, double)\n")
string(REGEX REPLACE " \"[a-z-]+\"=\"[^\"]*\"" "" text "${text}")
string(REGEX REPLACE "@_Z" "@qc_Z" text "${text}")
string(REGEX REPLACE "\n!(opencl.ocl.version|llvm.ident|llvm.errno.tbaa|llvm.module.flags) = [^\n]*" "" text "${text}")
string(REPLACE "addrspace(4)" "addrspace(1)" ptx "${text}")
file(WRITE ${PTX} "target triple = \"nvptx64-nvidia-cuda\"\n${ptx}")
string(REPLACE " addrspace(4)" "" host "${text}")
file(WRITE ${HOST} "${host}")
string(REPLACE "@qc_Z" "@qc_v3_Z" host_v3 "${host}")
file(WRITE ${HOST_V3} "${host_v3}")
