# Emscripten's own toolchain file, wherever it is installed.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten_root
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT emscripten_root)
  message(FATAL_ERROR "em-config is missing (Debian: emscripten)")
endif()
# The compiler's own vectors: every browser has had them since 2023.
set(CMAKE_C_FLAGS_INIT -msimd128)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
