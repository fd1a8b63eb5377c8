# The code that packages bring for the library's functions (src/codegen/prepared_code.h).
file(GLOB_RECURSE qc_identity_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/*.cpp ${CMAKE_SOURCE_DIR}/src/*.h ${CMAKE_SOURCE_DIR}/src/*.ll)
set(qc_identity ${CMAKE_BINARY_DIR}/generated/build_identity.cpp)
add_custom_command(OUTPUT ${qc_identity}
                   DEPENDS ${qc_identity_sources} ${CMAKE_SOURCE_DIR}/cmake/build_identity.cmake
                           ${CMAKE_SOURCE_DIR}/cmake/llvm.cmake ${CMAKE_SOURCE_DIR}/cmake/retarget_math.cmake
                   COMMAND ${CMAKE_COMMAND} -DSOURCES=${CMAKE_SOURCE_DIR} -DLLVM=${LLVM_PACKAGE_VERSION} -DOUTPUT=${qc_identity}
                           -P ${CMAKE_SOURCE_DIR}/cmake/build_identity.cmake
                   COMMENT "digest of the sources")
add_library(qc_build_identity STATIC ${qc_identity})
target_link_libraries(qc_codegen PRIVATE qc_build_identity)

# A release calls the functions, two at a time. For GPUs it brings PTX, and machine code where the CUDA toolkit is there.
if(QC_STATIC_LLVM)
  find_program(QC_PTXAS ptxas HINTS /usr/local/cuda/bin DOC "assembler of PTX, for code that packages bring")
  set(qc_prepared ${CMAKE_BINARY_DIR}/lib/qc)
  set(qc_prepared_inputs qc ${CMAKE_SOURCE_DIR}/cmake/package/library_calls.q ${CMAKE_SOURCE_DIR}/cmake/prepare_code.cmake)
  # Code of another build would be packaged with it.
  set(qc_prepared_cleared ${CMAKE_BINARY_DIR}/prepared.cleared)
  add_custom_command(OUTPUT ${qc_prepared_cleared} DEPENDS ${qc_prepared_inputs}
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${qc_prepared}
                     COMMAND ${CMAKE_COMMAND} -E touch ${qc_prepared_cleared})
  set(qc_prepared_parts "")
  foreach(part 0 1)
    set(stamp ${CMAKE_BINARY_DIR}/prepared.${part})
    add_custom_command(OUTPUT ${stamp} DEPENDS ${qc_prepared_cleared} ${qc_prepared_inputs}
                       COMMAND ${CMAKE_COMMAND} -DQC=$<TARGET_FILE:qc> -DCALLS=${CMAKE_SOURCE_DIR}/cmake/package/library_calls.q
                               -DFOLDER=${qc_prepared} -DPART=${part} -DPARTS=2 "$<$<BOOL:${QC_PTXAS}>:-DPTXAS=${QC_PTXAS}>" -P ${CMAKE_SOURCE_DIR}/cmake/prepare_code.cmake
                       COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
                       COMMENT "code of the library's functions, ${part} of 2")
    list(APPEND qc_prepared_parts ${stamp})
  endforeach()
  add_custom_target(qc_prepared_code ALL DEPENDS ${qc_prepared_parts})
  install(DIRECTORY ${qc_prepared} DESTINATION lib)
endif()
