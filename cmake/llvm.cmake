find_package(LLVM 22 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
add_library(qc_llvm INTERFACE)
add_library(qc_host_math INTERFACE)
