# ANTLR: generates the parser at build time. The generated code needs -fno-char8_t in C++20 and is not ours to warn about.
find_program(ANTLR4 antlr4 REQUIRED)
find_path(ANTLR4_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ANTLR4_RUNTIME antlr4-runtime REQUIRED)
add_library(qc_antlr INTERFACE)
