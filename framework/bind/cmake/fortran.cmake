# Fortran sources of thorns: preprocessed by the C preprocessor with Fortran's headers, split into lines, compiled.
include(CheckLanguage)
check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
  set(CMAKE_Fortran_FLAGS_RELEASE "-O2" CACHE STRING "Flags of a Release build") # before CMake sets its own
  enable_language(Fortran)
  # The sources are preprocessed already. Fortran_PREPROCESS OFF would say so, but CMake 3.25 then scans them for
  # modules at every build.
  set(CMAKE_Fortran_PREPROCESS_SOURCE "\"${CMAKE_COMMAND}\" -E copy <SOURCE> <PREPROCESSED_SOURCE>")
endif()

# Macros make long lines; F77 passes arrays and numbers of any kind to one procedure; thorns use Cray pointers;
# CCTK_ARGUMENTS are more than a function uses.
set(chemora_fortran_flags -ffixed-line-length-none -ffree-line-length-none -fallow-argument-mismatch -fcray-pointer
  -Wno-unused-dummy-argument)

# chemora_fortran_sources(target thorn source...) adds the sources to the target.
function(chemora_fortran_sources target thorn)
  if(NOT CMAKE_Fortran_COMPILER)
    message(SEND_ERROR "Thorn ${thorn} has Fortran sources, ${ARGV2} for one, but there is no Fortran compiler. On "
      "Debian, install gfortran, and configure again in a new build folder.")
    return()
  endif()
  set(folder "${CMAKE_BINARY_DIR}/fortran/${thorn}")
  set(headers "")
  foreach(header cctk_Arguments.h cctk_Parameters.h cctk_Functions.h)
    list(APPEND headers "${CMAKE_BINARY_DIR}/bindings/${thorn}/include/${header}")
  endforeach()
  chemora_add_used_modules(sources "${${thorn}_FOLDER}/src" ${ARGN})
  foreach(source ${sources})
    chemora_preprocess_fortran(generated ${target} ${thorn} "${source}" "${folder}" "${headers}")
    get_source_file_property(options "${source}" COMPILE_OPTIONS)
    if(options)
      set_source_files_properties("${generated}" PROPERTIES COMPILE_OPTIONS "${options}")
    endif()
    target_sources(${target} PRIVATE "${generated}")
  endforeach()
  file(MAKE_DIRECTORY "${folder}/modules")
  set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${folder}/modules")
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:Fortran>:${chemora_fortran_flags}>")
  chemora_use_modules(${target} ${thorn})
endfunction()

# As in Cactus, a source that SRCS does not name is compiled if it has a module that the others use.
function(chemora_add_used_modules result folder)
  set(sources ${ARGN})
  file(GLOB others CONFIGURE_DEPENDS "${folder}/*.F90" "${folder}/*.f90" "${folder}/*.F" "${folder}/*.f"
    "${folder}/*.F77" "${folder}/*.f77")
  list(REMOVE_ITEM others ${sources})
  if(others)
    set(used "")
    foreach(source ${sources})
      file(STRINGS "${source}" lines REGEX "^[ \t]*[Uu][Ss][Ee][ \t]+[A-Za-z]")
      string(TOLOWER "${lines}" lines)
      list(TRANSFORM lines REPLACE "^[ \t]*use[ \t]+([a-z0-9_]+).*" "\\1")
      list(APPEND used ${lines})
    endforeach()
    foreach(other ${others})
      file(STRINGS "${other}" modules REGEX "^[ \t]*[Mm][Oo][Dd][Uu][Ll][Ee][ \t]+[A-Za-z0-9_]+[ \t]*(!.*)?$")
      string(TOLOWER "${modules}" modules)
      list(TRANSFORM modules REPLACE "^[ \t]*module[ \t]+([a-z0-9_]+).*" "\\1")
      foreach(module ${modules})
        if(module IN_LIST used)
          list(APPEND sources "${other}")
          break()
        endif()
      endforeach()
    endforeach()
  endif()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# What gfortran says of the OpenMP that -fopenmp gives it, 4.5; the C preprocessor alone does not know.
set(chemora_fortran_openmp -D_OPENMP=201511)

# The file that the compiler reads; made of `source` when that or a header changes.
function(chemora_preprocess_fortran result target thorn source folder headers)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${${thorn}_FOLDER}/src" OUTPUT_VARIABLE name)
  cmake_path(GET source FILENAME file_name)
  if(name MATCHES "\\.[fF]90$")
    set(form free)
    set(generated "${folder}/${name}.f90")
  else()
    set(form fixed)
    set(generated "${folder}/${name}.f")
  endif()
  cmake_path(GET generated PARENT_PATH generated_folder)
  file(MAKE_DIRECTORY "${generated_folder}")
  set(own_folders "")
  get_source_file_property(folders "${source}" INCLUDE_DIRECTORIES)
  if(folders)
    list(TRANSFORM folders PREPEND "-I" OUTPUT_VARIABLE own_folders)
  endif()
  set(target_folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  add_custom_command(OUTPUT "${generated}"
    COMMAND "${CMAKE_C_COMPILER}" -E -x c -traditional-cpp -undef -nostdinc -w -DFCODE -DF90CODE ${chemora_fortran_openmp}
      "-D__FORTRANFILE__=\"${file_name}\"" ${own_folders} "-I${CMAKE_BINARY_DIR}/bindings/${thorn}/include/fortran"
      "-I${PROJECT_SOURCE_DIR}/framework/include/fortran" "-I${CMAKE_BINARY_DIR}/bindings/include/fortran"
      "-I$<JOIN:${target_folders},;-I>"
      -MD -MT "${generated}" -MF "${generated}.d" -o "${generated}.i" "${source}"
    COMMAND chemora-fortran split ${form} "${generated}.i" "${generated}"
    DEPENDS chemora-fortran "${source}" ${headers} DEPFILE "${generated}.d"
    COMMENT "Preprocessing Fortran ${thorn}/src/${name}" VERBATIM COMMAND_EXPAND_LISTS)
  string(TOUPPER ${form} form)
  set_source_files_properties("${generated}" PROPERTIES LANGUAGE Fortran Fortran_FORMAT ${form} Fortran_PREPROCESS ON)
  set(${result} "${generated}" PARENT_SCOPE)
endfunction()

# Modules of the thorns whose capability it wants, and of those it names with REQUIRES THORNS.
function(chemora_use_modules target thorn)
  set(others "")
  foreach(name ${${thorn}_REQUIRES} ${${thorn}_OPTIONAL})
    list(APPEND others ${chemora_provider_${name}})
  endforeach()
  if(EXISTS "${${thorn}_FOLDER}/configuration.ccl")
    file(STRINGS "${${thorn}_FOLDER}/configuration.ccl" lines)
    foreach(line ${lines})
      string(TOUPPER "${line}" word)
      if(word MATCHES "^[ \t]*REQUIRES[ \t]+THORNS?[ \t]*:")
        string(REGEX REPLACE "^[^:]*:|#.*" "" line "${line}")
        separate_arguments(names UNIX_COMMAND "${line}")
        list(APPEND others ${names})
      endif()
    endforeach()
  endif()
  list(REMOVE_DUPLICATES others)
  list(REMOVE_ITEM others ${thorn})
  foreach(other ${others})
    if(other IN_LIST thorns)
      target_include_directories(${target} PRIVATE "${CMAKE_BINARY_DIR}/fortran/${other}/modules")
      target_link_libraries(${target} PRIVATE thorn_${other})
    endif()
  endforeach()
endfunction()

# The header of the names in CCTK_FNAME, made again when a C source of a thorn changes.
function(chemora_fortran_names bindings)
  set(header "${bindings}/fortran_names/chemora_fortran_names.h")
  add_custom_command(OUTPUT "${header}"
    COMMAND chemora-fortran names "${bindings}/manifest.txt" "${header}" "${header}.d"
    DEPENDS chemora-fortran "${bindings}/manifest.txt" DEPFILE "${header}.d"
    COMMENT "Looking for the Fortran procedures that C sources name" VERBATIM)
  add_custom_target(chemora_fortran_names DEPENDS "${header}")
  add_dependencies(chemora_bindings chemora_fortran_names)
endfunction()
