# Makes libraries from folders of sources, and executables from folders of unit tests.

# -Wrestrict of GCC 12 gives false warnings about string concatenation (bug 105329).
set(chemora_warnings -Wall -Wextra $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)

option(CHEMORA_JOINED_SOURCES "Compile several sources of a library together, which takes less than half of the time" ON)

# chemora_library(framework/ccl LINKS framework_base [PRIVATE_LINKS x] [HEADERS_ONLY] [SEPARATE])
# makes target framework_ccl from framework/ccl/*.cpp. Includes are relative to the root of the project. With SEPARATE, each
# source is compiled alone, because programs link only some of them, or because they define different things with the same name.
function(chemora_library folder)
  cmake_parse_arguments(ARG "HEADERS_ONLY;SEPARATE" "" "LINKS;PRIVATE_LINKS" ${ARGN})
  string(REPLACE "/" "_" name "${folder}")
  if(ARG_HEADERS_ONLY)
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} INTERFACE ${ARG_LINKS})
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  target_compile_options(${name} PRIVATE ${chemora_warnings})
  if(CHEMORA_JOINED_SOURCES AND NOT ARG_SEPARATE)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# chemora_unit_test(framework/ccl [LINKS ...] [PROPERTIES ...]) makes unit_framework_ccl from testsuites/unit/framework/ccl/*_test.cpp,
# linked with framework_ccl, one CTest test per case, label "unit". PROPERTIES lists additional CTest properties of
# these tests.
function(chemora_unit_test folder)
  cmake_parse_arguments(ARG "" "" "LINKS;PROPERTIES" ${ARGN})
  string(REPLACE "/" "_" name "${folder}")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/testsuites/unit/${folder}/*_test.cpp")
  add_executable(unit_${name} ${sources})
  target_link_libraries(unit_${name} PRIVATE ${name} ${ARG_LINKS})
  chemora_test_executable(unit_${name} "${folder}/" unit ${ARG_PROPERTIES})
endfunction()

# chemora_test_executable(target prefix label [property value...]) adds the cases of a GoogleTest executable as CTest tests
# with the names prefix + case. All executables share one precompiled header and therefore the same options.
function(chemora_test_executable target prefix label)
  target_link_libraries(${target} PRIVATE GTest::gmock_main fmt::fmt)
  target_compile_options(${target} PRIVATE ${chemora_warnings} -O0)
  target_compile_definitions(${target} PRIVATE CHEMORA_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                             CHEMORA_BINARY_DIR="${CMAKE_BINARY_DIR}")
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  if(target STREQUAL unit_framework_base)
    target_precompile_headers(${target} PRIVATE <gtest/gtest.h> <gmock/gmock.h>)
  else()
    target_precompile_headers(${target} REUSE_FROM unit_framework_base)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX "${prefix}" DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
                       DISCOVERY_TIMEOUT ${CHEMORA_TEST_TIMEOUT}
                       PROPERTIES LABELS ${label} TIMEOUT ${CHEMORA_TEST_TIMEOUT} ${ARGN})
endfunction()
