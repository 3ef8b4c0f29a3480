# A build folder with one thorn as a library, which the program of another build folder loads at run time
# (docs/decisions/0019-added-thorns.md). scripts/build --add creates such folders.

# Declares the compilers of equations and CCL files, and the kernel run-time, of the program in CHEMORA_PROGRAM.
function(chemora_import_program)
  foreach(name edlc chemora-bind chemora-fortran)
    add_executable(${name} IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${CHEMORA_PROGRAM}/bin/${name}")
  endforeach()
  add_library(chemora_kernels INTERFACE) # the program contains its functions
  target_include_directories(chemora_kernels INTERFACE "${PROJECT_SOURCE_DIR}")
endfunction()

# Links the library thorn.so. Its own symbols take precedence over symbols of the program with the same names.
function(chemora_thorn_library thorn)
  add_library(chemora_added MODULE "${CMAKE_BINARY_DIR}/bindings/added_thorn.cpp")
  set_target_properties(chemora_added PROPERTIES PREFIX "" OUTPUT_NAME thorn
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
  target_include_directories(chemora_added PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/framework/include")
  target_link_options(chemora_added PRIVATE "LINKER:-Bsymbolic")
  chemora_link_thorns(chemora_added thorn_${thorn})
  add_dependencies(chemora_added chemora_bindings)
endfunction()
