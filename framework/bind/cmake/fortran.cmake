# Fortran sources of thorns: preprocessed by the C preprocessor with Fortran's headers, split into lines, compiled.
include(CheckLanguage)
check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
  set(CMAKE_Fortran_FLAGS_RELEASE "-O2" CACHE STRING "Flags of a Release build") # before CMake sets its own
  enable_language(Fortran)
  # The sources are preprocessed already. Fortran_PREPROCESS OFF has this meaning, but CMake 3.25 then scans the sources
  # for modules at every build.
  set(CMAKE_Fortran_PREPROCESS_SOURCE "\"${CMAKE_COMMAND}\" -E copy <SOURCE> <PREPROCESSED_SOURCE>")
endif()

# Macros make long lines; F77 passes arrays and numbers of any kind to one procedure; thorns use Cray pointers;
# CCTK_ARGUMENTS are more than a function uses.
set(chemora_fortran_flags -ffixed-line-length-none -ffree-line-length-none -fallow-argument-mismatch -fcray-pointer
  -Wno-unused-dummy-argument)

# chemora_fortran_sources(Thorn folder module_thorns source...) adds the sources to the target thorn_<Thorn>, which may use
# the Fortran modules of the module_thorns.
function(chemora_fortran_sources thorn folder module_thorns)
  if(NOT CMAKE_Fortran_COMPILER)
    message(SEND_ERROR "Thorn ${thorn} has Fortran sources, ${ARGV3} for one, but there is no Fortran compiler. On "
      "Debian, install gfortran, and configure again in a new build folder.")
    return()
  endif()
  set(target thorn_${thorn})
  set(generated_folder "${CMAKE_BINARY_DIR}/fortran/${thorn}")
  set(headers "")
  foreach(header cctk_Arguments.h cctk_Parameters.h cctk_Functions.h)
    list(APPEND headers "${CMAKE_BINARY_DIR}/bindings/${thorn}/include/${header}")
  endforeach()
  foreach(source ${ARGN})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${folder}/src" OUTPUT_VARIABLE name)
    chemora_preprocess_fortran(generated ${thorn} "${source}" "${generated_folder}/${name}" "${headers}")
    get_source_file_property(options "${source}" COMPILE_OPTIONS)
    if(options)
      set_source_files_properties("${generated}" PROPERTIES COMPILE_OPTIONS "${options}")
    endif()
    target_sources(${target} PRIVATE "${generated}")
  endforeach()
  file(MAKE_DIRECTORY "${generated_folder}/modules")
  set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${generated_folder}/modules")
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:Fortran>:${chemora_fortran_flags}>")
  foreach(other ${module_thorns})
    target_include_directories(${target} PRIVATE "${CMAKE_BINARY_DIR}/fortran/${other}/modules")
    target_link_libraries(${target} PRIVATE thorn_${other})
  endforeach()
endfunction()

# The value that gfortran -fopenmp defines (OpenMP 4.5); the C preprocessor alone does not define it.
set(chemora_fortran_openmp -D_OPENMP=201511)

# Returns the file that the compiler reads: `path` with a further ending. The build generates this file again whenever
# `source` or a header changes.
function(chemora_preprocess_fortran result thorn source path headers)
  # The sources need the traditional mode of GNU's preprocessor, which clang lacks.
  set(preprocessor "${CMAKE_C_COMPILER}")
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(preprocessor "${CMAKE_Fortran_COMPILER}")
    if(NOT CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
      message(FATAL_ERROR "Fortran sources of thorns need gcc or gfortran as preprocessor; found ${CMAKE_C_COMPILER} and "
                          "${CMAKE_Fortran_COMPILER}. Set the environment variable FC=gfortran for a new build folder.")
    endif()
  endif()
  cmake_path(GET source FILENAME file_name)
  if(source MATCHES "\\.[fF]90$")
    set(form free)
    set(generated "${path}.f90")
  else()
    set(form fixed)
    set(generated "${path}.f")
  endif()
  cmake_path(GET generated PARENT_PATH generated_folder)
  file(MAKE_DIRECTORY "${generated_folder}")
  set(own_folders "")
  get_source_file_property(folders "${source}" INCLUDE_DIRECTORIES)
  if(folders)
    list(TRANSFORM folders PREPEND "-I" OUTPUT_VARIABLE own_folders)
  endif()
  set(target_folders "$<TARGET_PROPERTY:thorn_${thorn},INCLUDE_DIRECTORIES>")
  add_custom_command(OUTPUT "${generated}"
    COMMAND "${preprocessor}" -E -x c -traditional-cpp -undef -nostdinc -w -DFCODE -DF90CODE ${chemora_fortran_openmp}
      "-D__FORTRANFILE__=\"${file_name}\"" ${own_folders} "-I${CMAKE_BINARY_DIR}/bindings/${thorn}/include/fortran"
      "-I${PROJECT_SOURCE_DIR}/framework/include/fortran" "-I${CMAKE_BINARY_DIR}/bindings/include/fortran"
      "-I$<JOIN:${target_folders},;-I>"
      -MD -MT "${generated}" -MF "${generated}.d" -o "${generated}.i" "${source}"
    COMMAND chemora-fortran split ${form} "${generated}.i" "${generated}"
    DEPENDS chemora-fortran "${source}" ${headers} DEPFILE "${generated}.d"
    COMMENT "Preprocessing Fortran ${thorn}: ${file_name}" VERBATIM COMMAND_EXPAND_LISTS)
  string(TOUPPER ${form} form)
  set_source_files_properties("${generated}" PROPERTIES LANGUAGE Fortran Fortran_FORMAT ${form} Fortran_PREPROCESS ON)
  set(${result} "${generated}" PARENT_SCOPE)
endfunction()

# Generates the header with the procedure names that C sources pass to CCTK_FNAME. The build generates it again when a C
# source of a thorn changes.
function(chemora_fortran_names bindings)
  set(header "${bindings}/fortran_names/chemora_fortran_names.h")
  add_custom_command(OUTPUT "${header}"
    COMMAND chemora-fortran names "${bindings}/manifest.txt" "${header}" "${header}.d"
    DEPENDS chemora-fortran "${bindings}/manifest.txt" DEPFILE "${header}.d"
    COMMENT "Searching for the Fortran procedures that C sources name" VERBATIM)
  add_custom_target(chemora_fortran_names DEPENDS "${header}")
  add_dependencies(chemora_bindings chemora_fortran_names)
endfunction()
