# Capabilities of the machine and of our own libraries, by the names configuration.ccl uses.

# The names of those that are there. Targets: chemora_capability_<NAME>.
macro(chemora_find_capabilities result)
  set(${result} "")
  find_package(PkgConfig QUIET)
  find_package(ZLIB QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(hdf5_openmpi QUIET IMPORTED_TARGET hdf5-openmpi)
    pkg_check_modules(hwloc QUIET IMPORTED_TARGET hwloc)
  endif()
  foreach(pair MPI=MPI::MPI_C HDF5=PkgConfig::hdf5_openmpi HWLOC=PkgConfig::hwloc PTHREADS=Threads::Threads
               ZLIB=ZLIB::ZLIB OPENMP=OpenMP::OpenMP_CXX KERNELS=chemora_kernels)
    string(REGEX MATCH "^([^=]+)=(.+)$" pair "${pair}")
    if(TARGET ${CMAKE_MATCH_2})
      list(APPEND ${result} ${CMAKE_MATCH_1})
      set(chemora_capability_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()
endmacro()

# Links `target` with a capability of the machine, or gives it the headers of the thorn that offers it. One that is
# nowhere is not an error here: chemora-bind says who wanted it, and where.
function(chemora_use_capability target capability)
  if(chemora_capability_${capability})
    target_link_libraries(${target} PRIVATE ${chemora_capability_${capability}})
    return()
  endif()
  foreach(thorn ${found})
    if(capability IN_LIST ${thorn}_OFFERS)
      target_include_directories(${target} PRIVATE "${${thorn}_FOLDER}/src" "${${thorn}_FOLDER}/src/include")
    endif()
  endforeach()
endfunction()
