// Tests storage: its allocation and release, and the initial values of new memory.
#include "points.hpp"

#include "cctk_Arguments.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

void expect(bool condition, char const* what) {
  if (!condition) CCTK_VERROR("Wrong: %s", what);
}

char const* initial_memory() {
  int type = 0;
  void const* const value = CCTK_ParameterGet("initialize_memory", "PUGH", &type);
  return value ? *static_cast<char const* const*>(value) : "none";
}

bool has_padding() {
  int type = 0;
  void const* const value = CCTK_ParameterGet("padding", "PUGH", &type);
  return value && *static_cast<CCTK_INT const*>(value);
}

// Padded rows consist of whole cache lines, and the first point after the ghost zones starts one. Otherwise rows are
// contiguous.
void check_rows(cGH const* cctkGH, char const* name) {
  constexpr std::uintptr_t line = 64;
  int const group = CCTK_GroupIndex(name), first = CCTK_FirstVarIndexI(group);
  auto const box = test_driver::box_of(cctkGH, group);
  if (!has_padding()) return expect(box.ash == box.lsh, "rows without padding");
  expect(box.ash[0] * sizeof(CCTK_REAL) % line == 0, "padded rows are whole cache lines");
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    for (int level = 0; level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++level) {
      auto const* const data = static_cast<CCTK_REAL const*>(CCTK_VarDataPtrI(cctkGH, level, variable));
      expect(reinterpret_cast<std::uintptr_t>(data + box.ghosts[0]) % line == 0, "padded rows begin a cache line");
    }
}

} // namespace

extern "C" void TestDriver_CheckMemory(CCTK_ARGUMENTS) {
  for (char const* name : {"TestDriver::reals", "TestDriver::vectors", "TestDriver::wide"}) check_rows(cctkGH, name);
  auto const* const data = static_cast<CCTK_REAL const*>(CCTK_VarDataPtr(cctkGH, 0, "TestDriver::a"));
  auto const box = test_driver::box_of(cctkGH, CCTK_GroupIndex("TestDriver::reals"));
  bool const is_nan = CCTK_EQUALS(initial_memory(), "NaN"), is_zero = CCTK_EQUALS(initial_memory(), "zero");
  test_driver::for_each_point(box, [&](auto, auto, long offset) {
    expect(!is_nan || std::isnan(data[offset]), "memory that begins as NaN");
    expect(!is_zero || data[offset] == 0, "memory that begins as zero");
  });
}

extern "C" void TestDriver_CheckStorage(CCTK_ARGUMENTS) {
  char const* const name = "TestDriver::temporary";
  int const group = CCTK_GroupIndex(name), variable = CCTK_VarIndex("TestDriver::t");
  auto const data = [&] { return CCTK_VarDataPtrI(cctkGH, 0, variable); };
  expect(CCTK_QueryGroupStorage(cctkGH, name) == 0 && !data(), "a group without storage");
  expect(CCTK_EnableGroupStorage(cctkGH, name) == 0, "enabling storage");
  expect(CCTK_EnableGroupStorage(cctkGH, name) == 1, "enabling storage twice");
  expect(CCTK_QueryGroupStorage(cctkGH, name) == 1 && data(), "a group with storage");
  expect(CCTK_SyncGroup(cctkGH, name) >= 0, "synchronising it");
  int levels = 0, before = -1;
  expect(CCTK_GroupStorageDecrease(cctkGH, 1, &group, &levels, &before) == 0 && before == 1, "decreasing storage");
  expect(!data(), "no data after that");
  int const reals = CCTK_GroupIndex("TestDriver::reals");
  levels = 1;
  expect(CCTK_GroupStorageDecrease(cctkGH, 1, &reals, &levels, &before) == 1 && before == 3, "fewer time levels");
  expect(CCTK_ActiveTimeLevelsGI(cctkGH, reals) == 1 && CCTK_MaxActiveTimeLevelsGI(cctkGH, reals) == 3,
         "their numbers");
  levels = 3;
  expect(CCTK_GroupStorageIncrease(cctkGH, 1, &reals, &levels, &before) == 3 && before == 1, "more time levels");
  test_driver::check(cctkGH, reals, 0, 0);
  expect(CCTK_ArrayGroupSizeI(cctkGH, 0, reals) && *CCTK_ArrayGroupSizeI(cctkGH, 0, reals) == cctkGH->cctk_ash[0],
         "array size");
  expect(GetMPICommWorld(cctkGH) != nullptr, "the communicator");
  expect(CCTK_Barrier(cctkGH) >= 0, "a barrier");
}
