# The parts of a build, what they need, and the messages about both.
#
# The option of a part is ON, OFF or AUTO. AUTO, the default, switches the part off if something that
# it needs is missing, and the summary at the end of the configuration says so; ON makes that an error.

set(parts_summary "")

# Declares the option of a part. AUTO stays in the cache: tilepdb_part decides again in each run.
macro(tilepdb_part_option option default text)
  set(${option} ${default} CACHE STRING "${text}: ON, OFF or AUTO")
  set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
endmacro()

function(tilepdb_summarise part state)
  string(LENGTH "${part}" length)
  math(EXPR blanks "14 - ${length}")
  string(REPEAT " " ${blanks} gap)
  set(parts_summary ${parts_summary} "${part}${gap}${state}" PARENT_SCOPE)
endfunction()

# Sets the option of a part to ON or OFF. `found`: whether `what` (its usual name) was found;
# `package`: the Debian package that contains it.
macro(tilepdb_part part option found what package)
  if(${option} AND NOT ${found})
    if(NOT ${option} STREQUAL AUTO)
      message(FATAL_ERROR "${option} is ON, and ${what} is missing: install it (Debian: ${package}) "
                          "or configure with -D${option}=OFF")
    endif()
    set(${option} OFF)
    tilepdb_summarise("${part}" "off: ${what} is missing (Debian: ${package})")
  elseif(${option})
    set(${option} ON)
    tilepdb_summarise("${part}" "on")
  else()
    tilepdb_summarise("${part}" "off: ${option} is OFF")
  endif()
endmacro()

# The same for parts without an option.
macro(tilepdb_extra part found what package)
  if(${found})
    tilepdb_summarise("${part}" "on")
  else()
    tilepdb_summarise("${part}" "off: ${what} is missing (Debian: ${package})")
  endif()
endmacro()

# Something without which nothing can be built; `otherwise` names an alternative, or is "".
function(tilepdb_require found what package otherwise)
  if(NOT ${found})
    message(FATAL_ERROR "${what} is missing: install it (Debian: ${package})${otherwise}")
  endif()
endfunction()

function(tilepdb_print_summary)
  message(STATUS "tilepdb ${PROJECT_VERSION}, ${CMAKE_BUILD_TYPE}:")
  foreach(line IN LISTS parts_summary)
    message(STATUS "  ${line}")
  endforeach()
endfunction()
