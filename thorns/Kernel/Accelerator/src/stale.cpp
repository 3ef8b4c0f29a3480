// Writes and finds marks.
#include "stale.hpp"

#include "host_rows.hpp"
#include "places.hpp"
#include "validity/marks.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <type_traits>

namespace accelerator {

namespace {

/// Calls act(number) for each of them, which may change it.
template <class Number, class Act>
void for_each(std::byte* bytes, std::size_t n, Act const& act) {
  for (std::size_t i = 0; i + sizeof(Number) <= n; i += sizeof(Number)) {
    Number number;
    std::memcpy(&number, bytes + i, sizeof number);
    Number const before = number;
    act(number);
    if (std::memcmp(&before, &number, sizeof number) != 0) std::memcpy(bytes + i, &number, sizeof number);
  }
}

/// The same for numbers of a variable's type; complex ones are two. Of other types than reals of 4 and 8 bytes and
/// integers up to 8 there are none.
template <class Act>
void for_numbers(int variable, std::byte* bytes, std::size_t n, Act const& act) {
  int const type = CCTK_VarTypeI(variable);
  bool const is_complex = type == CCTK_VARIABLE_COMPLEX || type == CCTK_VARIABLE_COMPLEX8 ||
                          type == CCTK_VARIABLE_COMPLEX16 || type == CCTK_VARIABLE_COMPLEX32;
  bool const is_real = is_complex || type == CCTK_VARIABLE_REAL || type == CCTK_VARIABLE_REAL4 ||
                       type == CCTK_VARIABLE_REAL8 || type == CCTK_VARIABLE_REAL16;
  bool const is_integer = type == CCTK_VARIABLE_INT || type == CCTK_VARIABLE_INT1 || type == CCTK_VARIABLE_INT2 ||
                          type == CCTK_VARIABLE_INT4 || type == CCTK_VARIABLE_INT8;
  int const size = CCTK_VarTypeSize(type) / (is_complex ? 2 : 1);
  if (is_real && size == sizeof(double)) for_each<double>(bytes, n, act);
  if (is_real && size == sizeof(float)) for_each<float>(bytes, n, act);
  if (is_integer && size == 1) for_each<std::int8_t>(bytes, n, act);
  if (is_integer && size == 2) for_each<std::int16_t>(bytes, n, act);
  if (is_integer && size == 4) for_each<std::int32_t>(bytes, n, act);
  if (is_integer && size == 8) for_each<std::int64_t>(bytes, n, act);
}

template <class Act>
void for_numbers(cGH const* cctkGH, Place const& place, Parts const& parts, Act const& act) {
  for_rows(cctkGH, place, partition_of(cctkGH, place.variable).boxes(parts),
           [&](std::byte* bytes, std::size_t n) { for_numbers(place.variable, bytes, n, act); });
}

struct Mark {
  Place place;

  template <class Number>
  void operator()(Number& number) const {
    if constexpr (std::is_floating_point_v<Number>)
      number = mark_of<Number>(place);
    else
      number = std::numeric_limits<Number>::lowest();
  }
};

/// Marks of arrays that have lost their values mean nothing: whoever tells of having written them need not have.
struct Unmark {
  template <class Number>
  void operator()(Number& number) const {
    if constexpr (std::is_floating_point_v<Number>)
      if (marked_place(number)) number = std::numeric_limits<Number>::quiet_NaN();
  }
};

/// Marks and, for each, one of the variables in which they were found.
class Found {
public:
  /// What notes the marks in this variable.
  auto in(int variable) {
    return [this, variable]<class Number>(Number const& number) {
      if constexpr (std::is_floating_point_v<Number>)
        if (auto const place = marked_place(number)) where_.try_emplace(*place, variable);
    };
  }

  std::map<Place, int> const& where() const { return where_; }

private:
  std::map<Place, int> where_;
};

/// Grid functions as far as they are valid on the host.
void look_at_grid_functions(cGH const* cctkGH, Found& found) {
  for (auto const& [place, all] : everything_known(cctkGH))
    if (place.refinement_level == refinement_level(cctkGH))
      for_numbers(cctkGH, place, validity().state(place).valid(Side::host), found.in(place.variable));
}

void look_at_arrays_and_scalars(cGH const* cctkGH, Found& found) {
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (CCTK_GroupTypeFromVarI(variable) == CCTK_GF) continue;
    for (int time_level = 0; time_level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++time_level) {
      auto* const values = static_cast<std::byte*>(CCTK_VarDataPtrI(cctkGH, time_level, variable));
      cGroupDynamicData data;
      if (!values || CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data) < 0) continue;
      auto n = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(variable)));
      for (int d = 0; d < data.dim; ++d) n *= static_cast<std::size_t>(data.ash[d]);
      for_numbers(variable, values, n, found.in(variable));
    }
  }
}

/// "Wave::rho (interior)", as far as it is known which parts were marked.
std::string text_of(cGH const* cctkGH, Place const& place, std::vector<Access> const& marked) {
  std::string text = name_of(place);
  for (auto const& access : marked)
    if (access.place.variable == place.variable && access.place.time_level == place.time_level)
      text += " (" + partition_of(cctkGH, place.variable).to_text(access.parts) + ")";
  return text;
}

} // namespace

std::vector<Access> mark_stale(cGH const* cctkGH, std::vector<Access> const& kept) {
  std::vector<Access> changed;
  if (!has_device(cctkGH)) return changed;
  std::map<Place, Parts> keep;
  for (auto const& [place, parts] : kept) keep[place] |= parts;
  for (auto const& [place, all] : everything_known(cctkGH)) {
    if (place.refinement_level != refinement_level(cctkGH)) continue;
    State const& known = validity().state(place);
    Parts const missing = partition_of(cctkGH, place.variable).has_points() & ~known.valid(Side::host) & ~keep[place];
    Parts const stale = missing & known.valid(Side::device);
    for_numbers(cctkGH, place, stale, Mark{place});
    for_numbers(cctkGH, place, missing & ~stale, Unmark{});
    if (missing.any()) changed.push_back({place, missing});
  }
  return changed;
}

void check_reads(cGH const* cctkGH, std::vector<Access> const& marked, std::string const& user) {
  if (!has_device(cctkGH)) return;
  Found found;
  look_at_grid_functions(cctkGH, found);
  look_at_arrays_and_scalars(cctkGH, found);
  std::string wrong;
  for (auto const& [place, variable] : found.where())
    wrong +=
        (wrong.empty() ? "" : "; ") + text_of(cctkGH, place, marked) + ", as is seen in " + CCTK_FullVarName(variable);
  if (!wrong.empty())
    CCTK_VERROR(
        "%s used on the host what is valid on the device only: %s. Add READS to its schedule.ccl, also for what it "
        "declares to write but writes only in part, or call Accelerator_RequireValidData.",
        user.c_str(), wrong.c_str());
}

} // namespace accelerator
