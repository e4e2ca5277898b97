# For Windows on x86-64, by mingw-w64. On Debian:
#     apt-get install gcc-mingw-w64-x86-64-posix wine64 libxxhash-dev
#     packaging/windows_libraries      zstd and jansson, in build/windows-libraries
# Programs of the build and the tests run in wine.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(mingw x86_64-w64-mingw32)
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER ${mingw}-gcc-posix)
endif()
set(CMAKE_RC_COMPILER ${mingw}-windres)
find_program(TILEPDB_WINE NAMES wine64-stable wine64 wine PATHS /usr/lib/wine)
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/wine.sh ${TILEPDB_WINE})

set(TILEPDB_WINDOWS_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../build/windows-libraries CACHE PATH
    "What packaging/windows_libraries has made")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TILEPDB_WINDOWS_LIBRARIES)
set(ENV{PKG_CONFIG_LIBDIR} ${TILEPDB_WINDOWS_LIBRARIES}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH /usr/${mingw} ${TILEPDB_WINDOWS_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
