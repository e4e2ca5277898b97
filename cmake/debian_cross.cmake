# A cross compiler of Debian with the libraries of the foreign architecture (multiarch); a toolchain
# file sets CMAKE_SYSTEM_PROCESSOR and includes this. Where Debian's name of the architecture, as in
# `dpkg --print-foreign-architectures`, is ARCH and the processor is CPU:
#     dpkg --add-architecture ARCH && apt-get update
#     apt-get install gcc-CPU-linux-gnu libc6-dev-ARCH-cross qemu-user libgomp1:ARCH libzstd-dev:ARCH \
#                     libxxhash-dev:ARCH libjansson-dev:ARCH libcmocka-dev:ARCH
# Programs of the build and the tests run in the user-mode emulator of qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(debian_triplet ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE ${debian_triplet})
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER ${debian_triplet}-gcc)
endif()
set(CMAKE_C_COMPILER_TARGET ${debian_triplet}) # for clang
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR})

# pkg-config reads the files of the foreign libraries alone.
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/${debian_triplet}/pkgconfig:/usr/share/pkgconfig)
