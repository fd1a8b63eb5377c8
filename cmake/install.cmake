# What is installed and packaged: the tool, the libraries with their headers, CMake package and pkg-config file, the
# library in the language.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS qc RUNTIME)
install(FILES tools/qc/share/qc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tools/qc/share/qc.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME qc)
install(FILES tools/qc/share/_qc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)      # where zsh looks in /usr/local
install(FILES tools/qc/share/_qc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)  # and in /usr on Debian
install(FILES tools/qc/share/qc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY include/qc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY stdlib DESTINATION ${CMAKE_INSTALL_DATADIR}/qc FILES_MATCHING PATTERN "*.q")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/qc)
install(FILES README.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Who holds the rights in what: of qc, and of LLVM, which releases have inside.
install(FILES cmake/package/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(qc_llvm_copyright /usr/share/doc/llvm-${LLVM_VERSION_MAJOR}/copyright)
if(EXISTS ${qc_llvm_copyright})
  install(FILES ${qc_llvm_copyright} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright.llvm)
endif()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
install(DIRECTORY editors DESTINATION ${CMAKE_INSTALL_DATADIR}/qc)
install(TARGETS qc_shared LIBRARY)
install(TARGETS qc_exr LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES python/qc.py DESTINATION ${CMAKE_INSTALL_LIBDIR}/python3/dist-packages)

# libqc.a: the archives of all floors as one, put together when it is installed, since a build has no use for it.
set(qc_merge "create libqc.a\n")
foreach(library qc_api ${qc_archives})
  get_target_property(kind ${library} TYPE)
  if(kind STREQUAL "STATIC_LIBRARY")
    string(APPEND qc_merge "addlib $<TARGET_FILE:${library}>\n")
  endif()
endforeach()
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/libqc.mri CONTENT "${qc_merge}save\nend\n")
install(CODE "
  file(REMOVE \"${CMAKE_BINARY_DIR}/libqc.a\")
  execute_process(COMMAND \"${CMAKE_AR}\" -M INPUT_FILE \"${CMAKE_BINARY_DIR}/libqc.mri\"
                  WORKING_DIRECTORY \"${CMAKE_BINARY_DIR}\" COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL \"${CMAKE_BINARY_DIR}/libqc.a\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}\")
  file(REMOVE \"${CMAKE_BINARY_DIR}/libqc.a\")")

# What a program that links libqc.a needs besides: of LLVM what qc itself is linked with.
set(llvm_mode --link-shared)
if(QC_STATIC_LLVM)
  set(llvm_mode --link-static)
endif()
execute_process(COMMAND ${QC_LLVM_TOOLS}/llvm-config ${llvm_mode} --ldflags --libs --system-libs ${qc_llvm_components}
                OUTPUT_VARIABLE qc_llvm_link OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[ \n]+" " " qc_llvm_link "${qc_llvm_link}")

# These files find the prefix from where they lie, so that an installed tree may be moved.
file(RELATIVE_PATH qc_prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name qc qc-static)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/qc-config.cmake.in ${CMAKE_BINARY_DIR}/qc-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qc PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/qc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/qc-config.cmake ${CMAKE_BINARY_DIR}/qc-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qc)

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME qc)
set(QC_MAINTAINER "qc maintainers" CACHE STRING "whom packages name: 'Name <address>' where somebody answers")
set(CPACK_PACKAGE_VENDOR "qc maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler for an array and loop language that finds parallel loops and reductions")
set(CPACK_PACKAGE_DESCRIPTION
"qc compiles and runs programs of a Quasar-like language of arrays and loops. It
finds out which loops are parallel, which variables in them are sums, products,
extremes or places, and makes native code for CPUs and NVIDIA GPUs. A reduction
gives the same bits on every run, with any number of threads, on every device.
The package has the tool, the libraries for C and C++ with their headers, and
the library in the language.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME qc-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${QC_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)        # what the tool and libqc.so are linked with
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libtiff6, libfftw3-single3, libfftw3-double3")  # and what is opened at run time
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # for packages of programs that are linked with libqc.so; tells ldconfig
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "librsvg2-2")  # opened at run time: pixels of plots
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libcuda1, g++, pkg-config")
include(CPack)
