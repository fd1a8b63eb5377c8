# libqc.so: the embedding library with all floors inside. The number behind .so is raised by a change of include/qc that
# programs which were compiled before would not survive.
set(QC_SOVERSION 1)
set(qc_archives qc_host qc_io qc_runtime qc_codegen qc_build_identity qc_host_math qc_emulator qc_transform qc_analysis qc_ir qc_parser qc_antlr qc_ast qc_support)
add_library(qc_shared SHARED $<TARGET_OBJECTS:qc_api>)
target_link_libraries(qc_shared PRIVATE qc_host)
set_target_properties(qc_shared PROPERTIES OUTPUT_NAME qc VERSION ${PROJECT_VERSION} SOVERSION ${QC_SOVERSION} LINKER_LANGUAGE CXX
                      LINK_DEPENDS ${CMAKE_SOURCE_DIR}/src/api/libqc.map)
# Of LLVM nothing can be unloaded: it has destructors of threads.
target_link_options(qc_shared PRIVATE -Wl,--version-script=${CMAKE_SOURCE_DIR}/src/api/libqc.map -Wl,--exclude-libs,ALL -Wl,-z,nodelete)
