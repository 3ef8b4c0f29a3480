# The CCL files of one thorn and what configuration.ccl says; or what edlc makes of its equations.

# Sets <thorn>_FOLDER (empty if the thorn cannot be built), <thorn>_CCL, <thorn>_SOURCES if edlc writes them, and what
# chemora_read_configuration_ccl finds, in the caller's scope.
macro(chemora_thorn_files thorn name folder)
  set(${thorn}_SOURCES "")
  file(GLOB equations CONFIGURE_DEPENDS "${folder}/equations/*.edl")
  if(NOT EXISTS "${folder}/interface.ccl" AND equations)
    chemora_thorn_from_equations(${thorn} "${name}" "${equations}")
  else()
    set(${thorn}_FOLDER "${folder}")
    set(${thorn}_CCL "${folder}/interface.ccl" "${folder}/param.ccl" "${folder}/schedule.ccl")
    file(GLOB configuration CONFIGURE_DEPENDS "${folder}/configuration.ccl")
    list(APPEND ${thorn}_CCL ${configuration})
    foreach(file ${${thorn}_CCL})
      if(NOT EXISTS "${file}")
        message(SEND_ERROR "${${name}_LISTED}: Thorn ${name} has no file ${file}; it may be empty, but must be there.")
      endif()
    endforeach()
    chemora_read_configuration_ccl(${thorn} "${configuration}")
  endif()
endmacro()

# The build writes CCL and glue from the equations; nothing of it is kept with the thorn.
macro(chemora_thorn_from_equations thorn name equations)
  if(TARGET edlc)
    set(generated "${CMAKE_BINARY_DIR}/equations/${name}")
    set(${thorn}_FOLDER "${generated}")
    set(${thorn}_CCL "")
    foreach(file interface param schedule configuration)
      list(APPEND ${thorn}_CCL "${generated}/${file}.ccl")
    endforeach()
    set(${thorn}_SOURCES "${generated}/src/${thorn}.cpp")
    add_custom_command(OUTPUT ${${thorn}_CCL} ${${thorn}_SOURCES} "${generated}/src/make.code.defn"
      COMMAND edlc --thorn "${generated}" ${equations} DEPENDS edlc ${equations}
      COMMENT "Compiling the equations of ${name}" VERBATIM)
  else()
    set(${thorn}_FOLDER "")
    message(STATUS "Thorn ${name} is left out: its equations need the program edlc, which is not part of this build.")
  endif()
endmacro()
