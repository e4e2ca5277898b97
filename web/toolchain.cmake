# Emscripten's own toolchain file, wherever it is installed.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten_root
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT emscripten_root)
  message(FATAL_ERROR "em-config is missing (Debian: emscripten)")
endif()
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
