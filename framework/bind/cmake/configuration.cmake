# A configuration: framework/bind/configure reads the ThornLists and writes the thorns as CMake statements; chemora-bind
# writes the sources that connect the thorns with the framework; the thorns are compiled and linked to the program
# chemora. With CHEMORA_ADDED_THORN, one more thorn is compiled as a library for an existing program.
include("${CMAKE_CURRENT_LIST_DIR}/libraries.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/thorn.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/fortran.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/added_thorn.cmake")
# scripts/install-deps installs numpy and h5py, which tests need, for the Python of the system.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(CHEMORA_MAKE NAMES gmake make DOC "GNU make, which reads the make.code.defn of thorns")
if(NOT CHEMORA_MAKE)
  message(FATAL_ERROR "GNU make, which reads the make.code.defn of thorns, is missing. On Debian, install make.")
endif()

# chemora_configuration(THORNLISTS a.th b.th THORN_PATH dir dir)
function(chemora_configuration)
  cmake_parse_arguments(ARG "" "" "THORNLISTS;THORN_PATH" ${ARGN})
  set(bindings "${CMAKE_BINARY_DIR}/bindings")
  file(GLOB scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/framework/bind/configure/*")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts})
  set(arguments "--source=${PROJECT_SOURCE_DIR}" "--build=${CMAKE_BINARY_DIR}" "--make=${CHEMORA_MAKE}"
    "--cc=${CMAKE_C_COMPILER}" "--cxx=${CMAKE_CXX_COMPILER}")
  if(CMAKE_Fortran_COMPILER)
    list(APPEND arguments "--fortran=${CMAKE_Fortran_COMPILER}")
  endif()
  list(TRANSFORM ARG_THORNLISTS PREPEND "--thornlist=")
  list(TRANSFORM ARG_THORN_PATH PREPEND "--path=")
  list(APPEND arguments ${ARG_THORNLISTS} ${ARG_THORN_PATH})
  set(bound_files "${bindings}/registry.cpp" "${bindings}/aliased_functions.cpp")
  set(mode "")
  if(CHEMORA_ADDED_THORN)
    list(APPEND arguments "--added=${CHEMORA_ADDED_THORN}" "--program=${CHEMORA_PROGRAM}")
    set(bound_files "${bindings}/added_thorn.cpp")
    set(mode --added)
    # This file changes with the thorns of the program, for which the library is built.
    set(program_thorns "${CHEMORA_PROGRAM}/bindings/registry.cpp")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${program_thorns}")
  endif()

  chemora_run_configure("${bindings}/libraries.cmake" --libraries ${arguments})
  foreach(name ${chemora_libraries})
    if(TARGET chemora_capability_${name})
      list(APPEND arguments "--found=${name}=${chemora_${name}_VERSION}")
    endif()
    if(CHEMORA_${name}_MODULE)
      list(APPEND arguments "--module=${name}=${CHEMORA_${name}_MODULE}")
    endif()
  endforeach()
  foreach(name ${chemora_options})
    if(DEFINED ${name})
      list(APPEND arguments "--option=${name}=${${name}}")
    endif()
  endforeach()
  chemora_run_configure("${bindings}/thorns.cmake" ${arguments})

  get_property(ccl_files GLOBAL PROPERTY CHEMORA_CCL_FILES)
  get_property(thorns GLOBAL PROPERTY CHEMORA_THORNS)
  foreach(thorn ${thorns})
    list(APPEND bound_files "${bindings}/${thorn}/${thorn}_binding.cpp")
    foreach(header definethisthorn.h cctk_Capabilities.h cctk_Arguments.h cctk_Parameters.h cctk_Functions.h
                   fortran/cctk_Arguments.h fortran/cctk_Parameters.h fortran/cctk_Functions.h)
      list(APPEND bound_files "${bindings}/${thorn}/include/${header}")
    endforeach()
  endforeach()
  add_custom_command(OUTPUT ${bound_files}
    COMMAND chemora-bind ${mode} "${bindings}/manifest.txt" "${bindings}"
    DEPENDS chemora-bind "${bindings}/manifest.txt" ${ccl_files} ${program_thorns}
    COMMENT "Binding thorns: CCL -> headers and tables" VERBATIM)
  add_custom_target(chemora_bindings DEPENDS ${bound_files})
  chemora_fortran_names("${bindings}")

  add_custom_target(equations DEPENDS edlc ${ccl_files}) # scripts/build reports errors in equations before it compiles

  list(TRANSFORM thorns PREPEND "thorn_" OUTPUT_VARIABLE targets)
  add_custom_target(thorns DEPENDS ${targets})
  if(CHEMORA_ADDED_THORN)
    chemora_thorn_library(${thorns})
  else()
    chemora_program("${bindings}" "${thorns}" "${targets}")
  endif()
endfunction()

# Links the program chemora. Libraries of added thorns use its symbols, also those that no thorn of the program needs.
function(chemora_program bindings thorns targets)
  add_executable(chemora "${PROJECT_SOURCE_DIR}/framework/run/main.cpp" "${bindings}/registry.cpp"
    "${bindings}/aliased_functions.cpp")
  target_include_directories(chemora PRIVATE "${PROJECT_SOURCE_DIR}/framework/include")
  chemora_link_thorns(chemora "${targets}")
  chemora_build_identity(chemora_build_identity)
  target_link_libraries(chemora PRIVATE chemora_build_identity framework_fortran framework_run OpenMP::OpenMP_CXX)
  set_target_properties(chemora PROPERTIES ENABLE_EXPORTS ON)
  target_link_options(chemora PRIVATE "LINKER:--whole-archive" "$<TARGET_FILE:framework_services>"
    "$<TARGET_FILE:framework_variables>" "LINKER:--no-whole-archive")
  add_dependencies(chemora chemora_bindings)
  if("CaKernel" IN_LIST thorns)
    add_dependencies(chemora tuning_search) # which runs start (CaKernel::tuning = "search")
  endif()
endfunction()

# Runs framework/bind/configure with the arguments and includes the statements that it writes to `output`.
macro(chemora_run_configure output)
  execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/framework/bind/configure" "${output}" ${ARGN}
    COMMAND_ERROR_IS_FATAL ANY)
  include("${output}")
endmacro()

# Creates a library that contains the names of the configuration and of the build, as the build system of Cactus does.
# The name of the build does not change until the build folder is deleted. The program contains the library only if a
# thorn refers to it.
function(chemora_build_identity target)
  if(NOT CHEMORA_BUILD_TIME)
    string(TIMESTAMP time "%Y.%m.%d-%H.%M.%S" UTC)
    set(CHEMORA_BUILD_TIME "${time}" CACHE INTERNAL "Time at which this build folder was first configured")
  endif()
  set(time "${CHEMORA_BUILD_TIME}")
  cmake_host_system_information(RESULT host QUERY HOSTNAME)
  cmake_path(GET CMAKE_BINARY_DIR FILENAME configuration)
  foreach(text configuration host)
    string(REGEX REPLACE "[^A-Za-z0-9._-]" "" ${text} "${${text}}")
  endforeach()
  set(source "${CMAKE_BINARY_DIR}/bindings/build_identity.c")
  configure_file("${PROJECT_SOURCE_DIR}/framework/bind/cmake/build_identity.c.in" "${source}" @ONLY)
  add_library(${target} STATIC "${source}")
endfunction()
