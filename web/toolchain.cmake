# Emscripten's own toolchain file, wherever it is installed.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten_root
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT emscripten_root)
  message(FATAL_ERROR "em-config is missing (Debian: emscripten)")
endif()
# The compiler's own vectors: every browser has had them since 2023.
set(CMAKE_C_FLAGS_INIT -msimd128)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)

# Files are compiled by clang itself, with the flags that emcc names for that: emcc takes four times as
# long to begin as most of them take to compile. It links.
foreach(name LLVM_ROOT CLANG_ADD_VERSION)
  execute_process(COMMAND em-config ${name} OUTPUT_VARIABLE ${name} OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
endforeach()
unset(TILEPDB_WEB_CLANG CACHE) # a new emscripten may have another
find_program(TILEPDB_WEB_CLANG NAMES clang-${CLANG_ADD_VERSION} clang PATHS "${LLVM_ROOT}"
             NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
execute_process(COMMAND ${CMAKE_C_COMPILER} --cflags OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(TILEPDB_WEB_CLANG AND flags)
  set(CMAKE_C_COMPILE_OBJECT
      "\"${TILEPDB_WEB_CLANG}\" ${flags} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
endif()
