# Files of `cmake --install` and their places, in components: tools, mpi, zsh, runtime (the shared
# library), development (header, both libraries, files for CMake and pkg-config) and python; doc, which
# is the reference, is of a package alone.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tilepdb)
# Not in a place where find_package would mistake the build tree for an installed one.
set(written ${CMAKE_CURRENT_BINARY_DIR}/installation)

# ---- documents, in the same folders as in the sources: they link to each other

set(linked README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE docs/*.md docs/notes/*.md docs/benchmarks/*.md
    docs/benchmarks/*.svg docs/pictures/*.svg docs/man/*.scd pdb/FORMAT.md pdb/manifest.txt src/tilepdb*.h bench/expected.json
    examples/cmake/* examples/pkg-config/* python/examples/*.py tests/data/mtm43.txt)
list(TRANSFORM linked PREPEND ${PROJECT_SOURCE_DIR}/)
file(GLOB documents LIST_DIRECTORIES OFF RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${linked})
set(document_dirs "")
foreach(document IN LISTS documents)
  get_filename_component(place ${document} DIRECTORY)
  list(APPEND document_dirs ${CMAKE_INSTALL_DOCDIR}/${place})
endforeach()

# ---- directories that did not exist before: `uninstall` removes these and no others

set(install_dirs
  ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_INCLUDEDIR} ${package_dir}
  ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${document_dirs} ${CMAKE_INSTALL_MANDIR}/man1
  ${CMAKE_INSTALL_MANDIR}/man5 ${CMAKE_INSTALL_DATADIR}/tilepdb/python/tilepdb
  ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
configure_file(${CMAKE_CURRENT_LIST_DIR}/note_directories.cmake.in
               ${written}/note_directories.cmake @ONLY)
install(SCRIPT ${written}/note_directories.cmake)
configure_file(${CMAKE_CURRENT_LIST_DIR}/uninstall.cmake.in ${written}/uninstall.cmake @ONLY)
add_custom_target(uninstall
                  COMMAND ${CMAKE_COMMAND} -P ${written}/uninstall.cmake
                  COMMENT "Removing the files of the last installation of this build")

# ---- libraries

install(TARGETS tilepdb_shared EXPORT tilepdb-shared
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
        NAMELINK_COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tilepdb_static EXPORT tilepdb-static
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/tilepdb*.h)
list(FILTER headers EXCLUDE REGEX /tilepdb_mpi[.]h$) # its library is not installed
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
foreach(kind shared static)
  install(EXPORT tilepdb-${kind} NAMESPACE tilepdb:: DESTINATION ${package_dir}
          COMPONENT development)
endforeach()

set(TILEPDB_USES_OPENMP ${OpenMP_C_FOUND})
set(TILEPDB_USES "")
set(pc_private_libs "")
if(NOT TILEPDB_XXHASH_INLINE)
  list(APPEND TILEPDB_USES XXHASH)
  string(APPEND pc_private_libs "-lxxhash")
endif()
if(ZSTD_FOUND)
  list(APPEND TILEPDB_USES ZSTD)
  string(APPEND pc_private_libs " -lzstd")
endif()
if(TARGET PkgConfig::ZLIB)
  list(APPEND TILEPDB_USES ZLIB)
  string(APPEND pc_private_libs " -lz")
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tilepdb-config.cmake.in
                              ${written}/tilepdb-config.cmake
                              INSTALL_DESTINATION ${package_dir}
                              NO_SET_AND_CHECK_MACRO)
# Before 1.0, a minor version may break compatibility with the previous one.
write_basic_package_version_file(${written}/tilepdb-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${written}/tilepdb-config.cmake
              ${written}/tilepdb-config-version.cmake
        DESTINATION ${package_dir} COMPONENT development)

# The prefix is relative to the file itself, so that the tree can be moved.
file(RELATIVE_PATH libdir_below_prefix ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH includedir_below_prefix ${CMAKE_INSTALL_PREFIX}
     ${CMAKE_INSTALL_FULL_INCLUDEDIR})
string(REGEX REPLACE "[^/]+" ".." pc_to_prefix "${libdir_below_prefix}/pkgconfig")
string(APPEND pc_private_libs " ${CMAKE_THREAD_LIBS_INIT} ${OpenMP_C_FLAGS}")
string(STRIP "${pc_private_libs}" pc_private_libs)
configure_file(${CMAKE_CURRENT_LIST_DIR}/tilepdb.pc.in ${written}/tilepdb.pc @ONLY)
install(FILES ${written}/tilepdb.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# ---- Python: the package finds the library in its prefix

install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/tilepdb
        DESTINATION ${CMAKE_INSTALL_DATADIR}/tilepdb/python COMPONENT python
        PATTERN __pycache__ EXCLUDE)

# ---- tools, manual pages, completions, documents

foreach(tool pdbgen pdbsolve pdbmethods pdbverify pdbinfo)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  endif()
endforeach()

foreach(tool pdbgen-mpi pdbsolve-mpi)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
  endif()
endforeach()

find_program(TILEPDB_SCDOC scdoc)
if(TILEPDB_TOOLS AND TILEPDB_SCDOC)
  file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.scd)
  set(pages "")
  if(NOT TILEPDB_MPI)
    list(FILTER page_sources EXCLUDE REGEX "-mpi[.]1[.]scd$")
  endif()
  foreach(page_source IN LISTS page_sources)
    get_filename_component(page_name ${page_source} NAME_WLE)
    string(REGEX MATCH "[0-9]$" page_section ${page_name})
    set(page ${PROJECT_BINARY_DIR}/man/${page_name})
    add_custom_command(OUTPUT ${page}
                       COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
                       COMMAND ${TILEPDB_SCDOC} < ${page_source} > ${page}
                       DEPENDS ${page_source} VERBATIM)
    list(APPEND pages ${page})
    set(component tools)
    if(page_name MATCHES "-mpi")
      set(component mpi)
    endif()
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${page_section}
            COMPONENT ${component})
  endforeach()
  add_custom_target(man ALL DEPENDS ${pages})
else()
  add_custom_target(man) # without scdoc there are no pages
endif()

if(TARGET completions)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  set(data ${CMAKE_INSTALL_DATADIR})
  set(which_tools PATTERN *-mpi* EXCLUDE)
  set(which_mpi FILES_MATCHING PATTERN *-mpi*)
  foreach(component tools mpi)
    install(DIRECTORY ${completions}/bash/ DESTINATION ${data}/bash-completion/completions
            COMPONENT ${component} ${which_${component}})
    install(DIRECTORY ${completions}/fish/ DESTINATION ${data}/fish/vendor_completions.d
            COMPONENT ${component} ${which_${component}})
    # Debian's zsh looks elsewhere for the completions of packages.
    install(DIRECTORY ${completions}/zsh/ DESTINATION ${data}/zsh/vendor-completions
            COMPONENT ${component} EXCLUDE_FROM_ALL ${which_${component}})
  endforeach()
  install(DIRECTORY ${completions}/zsh/ DESTINATION ${data}/zsh/site-functions COMPONENT zsh)
endif()

foreach(document place IN ZIP_LISTS documents document_dirs)
  install(FILES ${PROJECT_SOURCE_DIR}/${document} DESTINATION ${place} COMPONENT tools)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright
        COMPONENT tools)

# ---- the reference, with doxygen

find_program(TILEPDB_DOXYGEN doxygen)
if(TILEPDB_DOXYGEN)
  configure_file(${PROJECT_SOURCE_DIR}/docs/api/Doxyfile.in ${written}/Doxyfile @ONLY)
  add_custom_target(doc COMMAND ${TILEPDB_DOXYGEN} ${written}/Doxyfile
                    COMMENT "Writing the reference to doc/html")
  # No plain installation has it: it is written when its Debian package is made.
  install(CODE "file(REMOVE_RECURSE \"${PROJECT_BINARY_DIR}/doc/html\")
execute_process(COMMAND \"${TILEPDB_DOXYGEN}\" \"${written}/Doxyfile\" RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR \"doxygen failed\")
endif()" COMPONENT doc EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/doc/html DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libtilepdb-doc
          COMPONENT doc EXCLUDE_FROM_ALL)
endif()
