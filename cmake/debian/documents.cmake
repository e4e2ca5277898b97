# What Debian asks of documents: compressed manual pages, a changelog in each package, overrides of
# lintian, and that all may read them. cpack runs this on what it is about to pack.

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH, if it is set
set(release ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(changelog "tilepdb (${release}) unstable; urgency=medium

  * See CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")

file(GLOB_RECURSE pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.[15])
list(FILTER pages INCLUDE REGEX "/share/man/man[15]/")
file(GLOB_RECURSE licenses ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/copyright)
set(compressed ${pages})
foreach(license IN LISTS licenses)
  get_filename_component(directory ${license} DIRECTORY)
  get_filename_component(package ${directory} NAME)
  set(overrides "# These packages are not made for Debian's archive, where they have no bug report to close.
${package}: initial-upload-closes-no-bugs
")
  if(package STREQUAL "tilepdb")
    string(APPEND overrides "# The documents link to it by this name.
${package}: wrong-name-for-upstream-changelog
")
  elseif(package MATCHES "^libtilepdb[0-9]+$")
    string(APPEND overrides "# cpack writes these scripts.
${package}: maintscript-calls-ldconfig
")
  endif()
  file(WRITE ${directory}/../../lintian/overrides/${package} "${overrides}")
  file(WRITE ${directory}/changelog.Debian "${changelog}")
  list(APPEND compressed ${directory}/changelog.Debian)
endforeach()
foreach(file IN LISTS compressed)
  execute_process(COMMAND gzip -9n -f ${file} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "gzip of ${file} failed")
  endif()
endforeach()
execute_process(COMMAND chmod -R u+rwX,go+rX,go-w ${CPACK_TEMPORARY_INSTALL_DIRECTORY}
                RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "chmod failed")
endif()
