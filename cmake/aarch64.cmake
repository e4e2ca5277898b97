# Debian's cross compiler for aarch64, with the libraries of the foreign architecture (multiarch):
#     dpkg --add-architecture arm64 && apt-get update
#     apt-get install gcc-aarch64-linux-gnu qemu-user libzstd-dev:arm64 libxxhash-dev:arm64 \
#                     libjansson-dev:arm64 libcmocka-dev:arm64
# Programs of the build and the tests run in the user-mode emulator of qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
endif()
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu) # for clang
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)

# pkg-config reads the files of the foreign libraries alone.
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
