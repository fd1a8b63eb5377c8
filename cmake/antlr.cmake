# ANTLR: generates the parser at build time. The generated code is not ours to warn about.
find_program(ANTLR4 antlr4 REQUIRED)
find_path(ANTLR4_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ANTLR4_RUNTIME antlr4-runtime REQUIRED)

set(qc_grammar ${CMAKE_SOURCE_DIR}/grammar)
set(qc_generated ${CMAKE_BINARY_DIR}/generated/grammar)
file(MAKE_DIRECTORY ${qc_generated})
set(qc_antlr_sources "")
foreach(part QcLexer QcParser)
  list(APPEND qc_antlr_sources ${qc_generated}/${part}.cpp ${qc_generated}/${part}.h)
endforeach()
add_custom_command(
  OUTPUT ${qc_antlr_sources} ${qc_generated}/QcLexer.tokens
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-listener -no-visitor -package qc_grammar -Xexact-output-dir -o ${qc_generated} QcLexer.g4
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-listener -no-visitor -package qc_grammar -Xexact-output-dir -lib ${qc_generated}
          -o ${qc_generated} QcParser.g4
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${qc_generated} -P ${CMAKE_SOURCE_DIR}/cmake/start_antlr_late.cmake
  DEPENDS ${qc_grammar}/QcLexer.g4 ${qc_grammar}/QcParser.g4 ${CMAKE_SOURCE_DIR}/cmake/start_antlr_late.cmake
  WORKING_DIRECTORY ${qc_grammar}
  COMMENT "parser from the grammar")
add_library(qc_antlr STATIC ${qc_antlr_sources})
target_compile_options(qc_antlr PRIVATE -w -O1 -fno-char8_t)
target_include_directories(qc_antlr SYSTEM PUBLIC ${ANTLR4_INCLUDE} ${qc_generated})
# What shared libraries of C++ have is looked up by name when a process starts: programs that ask for it (QC_LIBRARIES_INSIDE)
# have ANTLR inside. Its archive is for programs that lie at an address of their own, not for shared libraries.
find_library(ANTLR4_ARCHIVE libantlr4-runtime.a)
target_link_libraries(qc_antlr PUBLIC
  $<IF:$<AND:$<BOOL:${ANTLR4_ARCHIVE}>,$<BOOL:$<TARGET_PROPERTY:QC_LIBRARIES_INSIDE>>>,${ANTLR4_ARCHIVE},${ANTLR4_RUNTIME}>)
