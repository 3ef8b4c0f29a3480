// Calls all functions of the older interface in Boundary.h (BndFlatVI, ...), which apply a condition to a variable or a
// group that is given by index or name.
#include "Boundary.h"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test_grid {
namespace {

constexpr char const* form_names[] = {"VI", "VN", "GI", "GN"};
using Call = std::function<int(cGH const*)>;
using Calls = std::array<Call, 4>; // in the order of form_names

/// The names of a variable and of its group.
struct Names {
  char const *variable, *group;
  int variable_index() const { return CCTK_VarIndex(variable); }
  int group_index() const { return CCTK_GroupIndex(group); }
};
constexpr Names field_names{"TestGrid::f", "TestGrid::field"}, other_names{"TestGrid::g", "TestGrid::other"},
    unknown_names{"TestGrid::unknown", "TestGrid::unknown"};

/// The four functions that apply one boundary condition.
template <class ByIndex, class ByName>
struct Functions {
  ByIndex variable_by_index;
  ByName variable_by_name;
  ByIndex group_by_index;
  ByName group_by_name;
};
#define FUNCTIONS(name)                                                                                                \
  Functions<decltype(&name##VI), decltype(&name##VN)> { name##VI, name##VN, name##GI, name##GN }

/// Returns the four calls of a condition with the options and the variable or group `to`.
template <class F, class... Options>
Calls calls_to(F f, Names to, Options... options) {
  return {[=](cGH const* cctkGH) { return f.variable_by_index(cctkGH, options..., to.variable_index()); },
          [=](cGH const* cctkGH) { return f.variable_by_name(cctkGH, options..., to.variable); },
          [=](cGH const* cctkGH) { return f.group_by_index(cctkGH, options..., to.group_index()); },
          [=](cGH const* cctkGH) { return f.group_by_name(cctkGH, options..., to.group); }};
}
template <class F, class... Options>
Calls calls_from(F f, Names to, Names from, Options... options) {
  return {[=](cGH const* cctkGH) {
            return f.variable_by_index(cctkGH, options..., to.variable_index(), from.variable_index());
          },
          [=](cGH const* cctkGH) { return f.variable_by_name(cctkGH, options..., to.variable, from.variable); },
          [=](cGH const* cctkGH) { return f.group_by_index(cctkGH, options..., to.group_index(), from.group_index()); },
          [=](cGH const* cctkGH) { return f.group_by_name(cctkGH, options..., to.group, from.group); }};
}

constexpr CCTK_REAL value = 2.5, limit = 0.5, speed = 0.8;
constexpr int power = 2;

/// Returns all functions by the name of the condition. If `direction` is not 0, these are the functions for a single
/// direction (Dir).
std::map<std::string, Calls> all_calls(Names to, int const* widths, int width, int direction) {
  Names const other = other_names;
  if (direction == 0)
    return {{"Scalar", calls_to(FUNCTIONS(BndScalar), to, widths, value)},
            {"Flat", calls_to(FUNCTIONS(BndFlat), to, widths)},
            {"Static", calls_to(FUNCTIONS(BndStatic), to, widths)},
            {"Copy", calls_from(FUNCTIONS(BndCopy), to, other, widths)},
            {"Radiative", calls_from(FUNCTIONS(BndRadiative), to, to, widths, limit, speed)},
            {"Robin", calls_to(FUNCTIONS(BndRobin), to, widths, limit, power)}};
  return {{"Scalar", calls_to(FUNCTIONS(BndScalarDir), to, width, direction, value)},
          {"Flat", calls_to(FUNCTIONS(BndFlatDir), to, width, direction)},
          {"Static", calls_to(FUNCTIONS(BndStaticDir), to, width, direction)},
          {"Copy", calls_from(FUNCTIONS(BndCopyDir), to, other, width, direction)},
          {"Radiative", calls_from(FUNCTIONS(BndRadiativeDir), to, to, width, direction, limit, speed)}};
}

} // namespace

/// Applies the condition with each of its four functions and checks that they set the same values. The test compares
/// these values with formulas.
extern "C" void TestGrid_ApplyOlder(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestGrid_ApplyOlder);
  DECLARE_CCTK_PARAMETERS;
  if (!*older_condition) return;
  int const widths[] = {width, width, width};
  Calls const calls = all_calls(field_names, widths, width, older_direction).at(older_condition);
  Calls const wrong_calls = all_calls(unknown_names, widths, width, older_direction).at(older_condition);
  std::ptrdiff_t const n = std::ptrdiff_t(cctk_ash[0]) * cctk_ash[1] * cctk_ash[2];
  std::vector<CCTK_REAL> const before(f, f + n);
  std::vector<CCTK_REAL> first;
  for (int form = 0; form < 4; ++form) {
    std::copy(before.begin(), before.end(), f);
    int const result = calls[form](cctkGH);
    std::vector<CCTK_REAL> const after(f, f + n);
    if (form == 0) first = after;
    int const result_for_unknown = wrong_calls[form](cctkGH);
    bool const is_unchanged = std::equal(after.begin(), after.end(), f);
    CCTK_VINFO("Bnd%s%s%s returns %d and %s values; for an unknown name it returns %d and %s", older_condition,
               older_direction ? "Dir" : "", form_names[form], result, after == first ? "equal" : "different",
               result_for_unknown, is_unchanged ? "sets nothing" : "sets values");
  }
}

} // namespace test_grid
