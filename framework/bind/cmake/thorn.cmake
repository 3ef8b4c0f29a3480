# Compiles one thorn to a library. The include path of its sources contains its generated headers, the public C
# interface, the links of all arrangements, and the src folders of thorns whose capabilities it requires.

# chemora_thorn(Thorn Arrangement/Thorn folder [EQUATIONS f...] [INCLUDED f...] [CCL f...] [SOURCES f...] [FORTRAN f...]
#               [LOOPS f...] [RECURSIONS f...] [INCLUDES dir...] [LIBRARIES t...] [MODULES_OF Thorn...])
# edlc writes the CCL files and sources of a thorn with EQUATIONS; INCLUDED lists the files that equations include.
# LOOPS lists the files of Fortran loops and RECURSIONS those of sweeps, for which edlc writes a source and a list of
# arguments.
# LIBRARIES lists the targets of capabilities. MODULES_OF lists the thorns whose Fortran modules this thorn may use.
function(chemora_thorn thorn name folder)
  cmake_parse_arguments(ARG "" "" "EQUATIONS;INCLUDED;CCL;LOOPS;RECURSIONS;SOURCES;FORTRAN;INCLUDES;LIBRARIES;MODULES_OF" ${ARGN})
  set(bindings "${CMAKE_BINARY_DIR}/bindings")
  if(ARG_EQUATIONS)
    set(folder "${CMAKE_BINARY_DIR}/equations/${name}")
    chemora_compile_equations(ARG_CCL ARG_SOURCES ${thorn} ${name} "${folder}" "${ARG_EQUATIONS}" "${ARG_INCLUDED}")
  endif()
  if(ARG_LOOPS)
    chemora_compile_functions(ARG_CCL ARG_SOURCES loops ${thorn} ${name} "${folder}" "${ARG_LOOPS}")
  endif()
  if(ARG_RECURSIONS)
    chemora_compile_functions(ARG_CCL ARG_SOURCES recursions ${thorn} ${name} "${folder}" "${ARG_RECURSIONS}")
  endif()
  set_property(GLOBAL APPEND PROPERTY CHEMORA_THORNS ${thorn})
  set_property(GLOBAL APPEND PROPERTY CHEMORA_CCL_FILES ${ARG_CCL})

  set(target thorn_${thorn})
  set(binding "${bindings}/${thorn}/${thorn}_binding.cpp")
  cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${folder}" NORMALIZE is_generated)
  cmake_path(IS_PREFIX PROJECT_SOURCE_DIR "${folder}" NORMALIZE is_shipped)
  if(is_generated OR is_shipped)
    add_library(${target} OBJECT ${ARG_SOURCES} "${binding}")
  else()
    # As in Cactus, the linker omits object files without a referenced symbol. Undefined symbols in such an object file
    # are therefore no error.
    add_library(${target} STATIC ${ARG_SOURCES} "${binding}")
    # The thorns of Cactus are written for C11 and C++17 with GNU's extensions. Their warnings are not shown.
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS ON C_STANDARD 11 C_EXTENSIONS ON)
    target_compile_options(${target} PRIVATE -w)
  endif()
  if(is_shipped AND NOT is_generated)
    target_compile_options(${target} PRIVATE ${chemora_warnings})
  endif()
  add_dependencies(${target} chemora_bindings)
  target_include_directories(${target} PRIVATE "${bindings}/${thorn}/include" "${folder}/src" "${folder}/src/include"
    "${PROJECT_SOURCE_DIR}/framework/include" "${CMAKE_BINARY_DIR}/arrangements" "${bindings}/fortran_names"
    "${bindings}/include" ${ARG_INCLUDES})
  target_compile_options(${target} PRIVATE $<IF:$<COMPILE_LANGUAGE:Fortran>,-fopenmp,${OpenMP_CXX_FLAGS}>)
  target_link_libraries(${target} PRIVATE ${ARG_LIBRARIES})
  set_source_files_properties("${binding}" PROPERTIES INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}"
    COMPILE_OPTIONS "-std=c++${CMAKE_CXX_STANDARD}")
  set_property(SOURCE ${ARG_SOURCES} APPEND PROPERTY OBJECT_DEPENDS "${CMAKE_BINARY_DIR}/arrangements.txt")
  if(ARG_FORTRAN)
    chemora_fortran_sources(${thorn} "${folder}" "${ARG_MODULES_OF}" ${ARG_FORTRAN})
  endif()
endfunction()

# edlc writes CCL files and sources from the equations to `folder` at build time.
function(chemora_compile_equations ccl_result sources_result thorn name folder equations included)
  set(ccl "")
  foreach(file interface param schedule configuration)
    list(APPEND ccl "${folder}/${file}.ccl")
  endforeach()
  set(built_in "")
  if(CHEMORA_BUILT_IN_KERNELS)
    set(built_in 1 2 3 4)
  endif()
  list(LENGTH built_in n_built_in)
  list(TRANSFORM built_in REPLACE "(.+)" "${folder}/src/built_in_\\1.cpp")
  set(sources "${folder}/src/${thorn}.cpp" ${built_in})
  add_custom_command(OUTPUT ${ccl} ${sources} "${folder}/src/make.code.defn"
    COMMAND edlc --thorn "${folder}" --built-in=${n_built_in} ${equations} DEPENDS edlc ${equations} ${included}
    COMMENT "Compiling the equations of ${name}" VERBATIM)
  set(${ccl_result} "${ccl}" PARENT_SCOPE)
  set(${sources_result} "${sources}" PARENT_SCOPE)
endfunction()

# edlc checks the files of a kind (loops or recursions) of the thorn in `folder` and writes a source and the list of
# their arguments, which chemora-bind reads like a CCL file.
function(chemora_compile_functions ccl_result sources_result kind thorn name folder files)
  set(generated "${CMAKE_BINARY_DIR}/${kind}/${name}")
  add_custom_command(OUTPUT "${generated}/${kind}.txt" "${generated}/${thorn}_${kind}.cpp"
    COMMAND edlc --thorn "${generated}" --${kind} "${folder}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${generated}/${kind}.txt" "${generated}/${thorn}_${kind}.cpp"
    DEPENDS edlc ${files} "${folder}/param.ccl"
    COMMENT "Compiling the ${kind} of ${name}" VERBATIM)
  set(${ccl_result} "${${ccl_result}}" "${generated}/${kind}.txt" PARENT_SCOPE)
  set(${sources_result} "${${sources_result}}" "${generated}/${thorn}_${kind}.cpp" PARENT_SCOPE)
endfunction()

# Links the libraries of all thorns to the program. External thorns may refer to each other in any order.
function(chemora_link_thorns program targets)
  set(archives "")
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND archives ${target})
    else()
      target_link_libraries(${program} PRIVATE ${target})
    endif()
  endforeach()
  if(archives)
    list(JOIN archives "," archives)
    target_link_libraries(${program} PRIVATE "$<LINK_GROUP:RESCAN,${archives}>")
  endif()
endfunction()
