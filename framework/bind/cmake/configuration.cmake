# A configuration: ThornLists -> thorns found, bound together by chemora-bind, compiled, linked to the program chemora.
include("${CMAKE_CURRENT_LIST_DIR}/thorn_list.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/thorn_files.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/capabilities.cmake")

# chemora_configuration(THORNLISTS a.th b.th THORN_PATH dir dir)
function(chemora_configuration)
  cmake_parse_arguments(ARG "" "" "THORNLISTS;THORN_PATH" ${ARGN})
  set(bindings "${CMAKE_BINARY_DIR}/bindings")
  chemora_read_thornlists(thorns ${ARG_THORNLISTS})
  chemora_find_capabilities(capabilities)

  set(manifest "")
  foreach(capability ${capabilities})
    string(APPEND manifest "capability\t${capability}\n")
  endforeach()
  set(found "")
  set(ccl_files "")
  set(bound_files "${bindings}/registry.cpp" "${bindings}/aliased_functions.cpp")
  foreach(name ${thorns})
    chemora_find_thorn(folder "${name}" ${ARG_THORN_PATH})
    if(NOT folder)
      continue()
    endif()
    cmake_path(GET name FILENAME thorn)
    chemora_thorn_files(${thorn} "${name}" "${folder}")
    if(NOT ${thorn}_FOLDER)
      continue()
    endif()
    list(APPEND found ${thorn})
    list(APPEND ccl_files ${${thorn}_CCL})
    string(APPEND manifest "thorn\t${name}\t${${thorn}_FOLDER}\n")
    list(APPEND bound_files "${bindings}/${thorn}/${thorn}_binding.cpp")
    foreach(header definethisthorn.h cctk_Capabilities.h cctk_Arguments.h cctk_Parameters.h cctk_Functions.h)
      list(APPEND bound_files "${bindings}/${thorn}/include/${header}")
    endforeach()
  endforeach()

  file(CONFIGURE OUTPUT "${bindings}/manifest.txt" CONTENT "${manifest}" @ONLY)
  add_custom_command(OUTPUT ${bound_files}
    COMMAND chemora-bind "${bindings}/manifest.txt" "${bindings}"
    DEPENDS chemora-bind "${bindings}/manifest.txt" ${ccl_files}
    COMMENT "Binding thorns: CCL -> headers and tables" VERBATIM)
  add_custom_target(chemora_bindings DEPENDS ${bound_files})

  set(objects "")
  foreach(thorn ${found})
    chemora_add_thorn(${thorn} "${bindings}" ${ARG_THORN_PATH})
    list(APPEND objects thorn_${thorn})
  endforeach()
  add_custom_target(thorns DEPENDS ${objects})

  add_executable(chemora "${PROJECT_SOURCE_DIR}/framework/run/main.cpp" "${bindings}/registry.cpp"
    "${bindings}/aliased_functions.cpp")
  target_include_directories(chemora PRIVATE "${PROJECT_SOURCE_DIR}/framework/include")
  target_link_libraries(chemora PRIVATE ${objects} framework_run OpenMP::OpenMP_CXX)
  add_dependencies(chemora chemora_bindings)
endfunction()

# One object library per thorn: its sources see its generated headers, the public C interface, the arrangements' roots
# and the src folders of thorns whose capability it wants.
function(chemora_add_thorn thorn bindings)
  add_library(thorn_${thorn} OBJECT ${${thorn}_SOURCES} "${bindings}/${thorn}/${thorn}_binding.cpp")
  add_dependencies(thorn_${thorn} chemora_bindings)
  target_include_directories(thorn_${thorn} PRIVATE "${bindings}/${thorn}/include" "${${thorn}_FOLDER}/src"
    "${${thorn}_FOLDER}/src/include" "${PROJECT_SOURCE_DIR}/framework/include" ${ARGN})
  target_compile_options(thorn_${thorn} PRIVATE ${OpenMP_CXX_FLAGS})
  set_source_files_properties("${bindings}/${thorn}/${thorn}_binding.cpp" PROPERTIES
    INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}")
  cmake_path(IS_PREFIX PROJECT_SOURCE_DIR "${${thorn}_FOLDER}" NORMALIZE is_ours)
  if(is_ours)
    target_compile_options(thorn_${thorn} PRIVATE ${chemora_warnings})
  endif()
  foreach(capability ${${thorn}_NEEDS})
    chemora_use_capability(thorn_${thorn} ${capability})
  endforeach()
endfunction()
