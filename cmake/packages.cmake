# Debian packages, one for each component, and the source archive:
#     cd build/release && cpack          tilepdb, libtilepdb0, libtilepdb-dev, python3-tilepdb,
#                                       libtilepdb-doc where there is doxygen, and tilepdb-mpi
#                                       where the build has an MPI
#     cmake --build build/release --target package_source

set(CPACK_PACKAGE_NAME tilepdb)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR tilepdb)
set(CPACK_PACKAGE_CONTACT "The tilepdb contributors <tilepdb@localhost>" CACHE STRING
    "Maintainer of the Debian packages")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development python3)
if(TILEPDB_TOOLS)
  list(APPEND CPACK_COMPONENTS_ALL tools)
endif()
if(TARGET pdbgen-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
if(TILEPDB_DOXYGEN)
  list(APPEND CPACK_COMPONENTS_ALL doc)
endif()

# ---- Debian

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian/documents.cmake)
set(shared_package libtilepdb${PROJECT_VERSION_MAJOR})

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME tilepdb)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "coinor-cbc, gnuplot") # programs that some options run
set(CPACK_DEBIAN_TOOLS_DESCRIPTION
    "Command-line tools that generate, inspect and prove additive pattern
databases, and solve the 15-puzzle and other boards of up to 25 cells in
the fewest moves.")

# For the MPI that the build has found; its programs begin the jobs.
set(mpi_package openmpi-bin)
if("${MPI_C_LIBRARIES}" MATCHES mpich)
  set(mpi_package mpich)
endif()
set(CPACK_DEBIAN_MPI_PACKAGE_NAME tilepdb-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS ${mpi_package})
set(CPACK_DEBIAN_MPI_DESCRIPTION
    "The tools that generate pattern databases and solve boards on the ranks of
an MPI job: the same files and answers as those of the package tilepdb.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ${shared_package})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS coinor-cbc)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${CMAKE_CURRENT_LIST_DIR}/debian/triggers")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
    "The shared library, for programs that solve sliding-tile puzzles.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtilepdb-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# The static library needs the development files of the libraries that it uses.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${shared_package} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
if(TILEPDB_ZSTD)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libzstd-dev")
endif()
if(TARGET PkgConfig::ZLIB)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", zlib1g-dev")
endif()
if(NOT TILEPDB_XXHASH_INLINE)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libxxhash-dev")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "The header, the static library, and the files for CMake and pkg-config.")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME libtilepdb-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_DESCRIPTION "The reference of the library, as pages of HTML with a search.")

# A plain installation puts the module below its own prefix; Debian's python3 looks here.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/tilepdb DESTINATION lib/python3/dist-packages
        COMPONENT python3 EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
set(CPACK_DEBIAN_PYTHON3_PACKAGE_NAME python3-tilepdb)
set(CPACK_DEBIAN_PYTHON3_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON3_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON3_PACKAGE_DEPENDS
    "python3 (>= 3.9), ${shared_package} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_PYTHON3_PACKAGE_SUGGESTS python3-numpy) # for tilepdb.arrays alone
set(CPACK_DEBIAN_PYTHON3_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/debian/postinst;${CMAKE_CURRENT_LIST_DIR}/debian/prerm")
set(CPACK_DEBIAN_PYTHON3_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_PYTHON3_DESCRIPTION "The library for Python: optimal solutions of sliding-tile puzzles.")

# Debian requires the license in each package; a plain installation has it once.
foreach(package IN ITEMS runtime:${shared_package} development:libtilepdb-dev
                         doc:libtilepdb-doc python3:python3-tilepdb mpi:tilepdb-mpi)
  string(REPLACE ":" ";" package ${package})
  list(GET package 0 component)
  list(GET package 1 package)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
          RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

# ---- sources: the files in git

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME tilepdb-${PROJECT_VERSION})
string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" source_pattern "${PROJECT_SOURCE_DIR}")
string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" binary_pattern "${PROJECT_BINARY_DIR}")
set(CPACK_SOURCE_IGNORE_FILES
    "^${source_pattern}/\\.git(/|$)" "^${source_pattern}/build/" "^${binary_pattern}/"
    "\\.tpdb(\\.tmp-.*)?$" "/__pycache__/" "/node_modules/")
set(CPACK_VERBATIM_VARIABLES ON)

include(CPack)
