#include "undeclared_access.hpp"

#include "tracked_arrays.hpp"
#include "validity/poison_values.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <type_traits>

namespace accelerator {

namespace {

constexpr std::array<int, 3> regions{CCTK_VALID_INTERIOR, CCTK_VALID_BOUNDARY, CCTK_VALID_GHOSTS};

/// Calls visit(first byte, number of bytes) for each row of the boxes. Skips arrays that are not accessible at this
/// time. Directions beyond the third are counted as additional planes along z.
template <class Visit>
void for_rows(cGH const* cctkGH, ArrayId const& array, std::vector<Box> const& boxes, Visit const& visit) {
  auto* const values = static_cast<std::byte*>(CCTK_VarDataPtrI(cctkGH, array.time_level, array.variable));
  cGroupDynamicData data;
  if (!values || CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(array.variable), &data) < 0) return;
  std::array<std::size_t, 3> allocated{1, 1, 1};
  for (int d = 0; d < data.dim; ++d)
    allocated[static_cast<std::size_t>(d < 3 ? d : 2)] *= static_cast<std::size_t>(data.ash[d]);
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(array.variable)));
  for (auto const& box : boxes)
    for (int z = box.lower[2]; z < box.upper[2]; ++z)
      for (int y = box.lower[1]; y < box.upper[1]; ++y) {
        std::size_t const row = static_cast<std::size_t>(z) * allocated[1] + static_cast<std::size_t>(y);
        std::size_t const first = row * allocated[0] + static_cast<std::size_t>(box.lower[0]);
        visit(values + size * first, size * static_cast<std::size_t>(box.upper[0] - box.lower[0]));
      }
}

void add(std::uint64_t& sum, std::byte const* bytes, std::size_t n) {
  constexpr std::uint64_t factor = 0x100000001b3; // multiplier of the hash function FNV-1a
  std::size_t i = 0;
  for (std::uint64_t word; i + sizeof word <= n; i += sizeof word) {
    std::memcpy(&word, bytes + i, sizeof word);
    sum = (sum ^ word) * factor;
    sum ^= sum >> 29; // mixes the highest bits into the lower bits
  }
  for (; i < n; ++i) sum = (sum ^ std::to_integer<unsigned>(bytes[i])) * factor;
}

std::uint64_t fingerprint(cGH const* cctkGH, ArrayId const& array, std::vector<Box> const& boxes) {
  std::uint64_t sum = 0;
  for_rows(cctkGH, array, boxes, [&](std::byte const* bytes, std::size_t n) { add(sum, bytes, n); });
  return sum;
}

/// Names and regions of arrays that differ from `before` and are not in `allowed`; empty if there are none.
std::string undeclared_changes(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& allowed) {
  std::map<ArrayId, Parts> may_write;
  for (auto const& access : allowed) may_write[access.array] |= access.parts;
  std::string wrong;
  for (auto const& [key, sum] : fingerprints(cctkGH)) {
    auto const& [array, region] = key;
    auto const old = before.find(key);
    if (old == before.end() || old->second == sum) continue;
    Partition const& partition = partition_of(cctkGH, array.variable);
    Parts const parts = parts_of(partition, region);
    if ((parts & may_write[array]).any()) continue;
    wrong += (wrong.empty() ? "" : "; ") + name_of(array) + ", " + partition.to_text(parts);
  }
  return wrong;
}

} // namespace

Fingerprints fingerprints(cGH const* cctkGH) {
  Fingerprints found;
  int const level = refinement_level(cctkGH);
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (CCTK_GroupTypeFromVarI(variable) != CCTK_GF) continue;
    for (int time_level = 0; time_level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++time_level) {
      ArrayId const array{variable, level, time_level};
      Partition const& partition = partition_of(cctkGH, variable);
      for (int const region : regions)
        found[{array, region}] = fingerprint(cctkGH, array, partition.boxes(parts_of(partition, region)));
    }
  }
  return found;
}

void check_writes(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& allowed,
                  std::string const& writer) {
  if (std::string const wrong = undeclared_changes(cctkGH, before, allowed); !wrong.empty())
    CCTK_VERROR("%s wrote variables that it does not declare: %s. Add WRITES to its schedule.ccl, or call "
                "Accelerator_NotifyDataModified.",
                writer.c_str(), wrong.c_str());
}

// An unreported change is only a warning, because the called functions may not read the changed arrays.
void check_writes_before_nested_call(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& reported,
                                     std::string const& writer) {
  if (std::string const wrong = undeclared_changes(cctkGH, before, reported); !wrong.empty())
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "%s wrote %s and then has the scheduler call functions. Functions on a device would not see these values. Call "
        "Accelerator_NotifyDataModified first, unless the called functions do not read them.",
        writer.c_str(), wrong.c_str());
}

namespace {

/// Calls act(value) for each value of type Number that is stored in `bytes`. `act` may change the value.
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

/// Calls act(value) for each value in `bytes` of a variable's type. A complex value counts as two reals. Reals of 4
/// and 8 bytes and
/// integers of up to 8 bytes are supported; other types are skipped.
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
void for_numbers(cGH const* cctkGH, ArrayId const& array, Parts const& parts, Act const& act) {
  for_rows(cctkGH, array, partition_of(cctkGH, array.variable).boxes(parts),
           [&](std::byte* bytes, std::size_t n) { for_numbers(array.variable, bytes, n, act); });
}

struct Poison {
  ArrayId array;

  template <class Number>
  void operator()(Number& number) const {
    if constexpr (std::is_floating_point_v<Number>)
      number = poison_value<Number>(array);
    else
      number = std::numeric_limits<Number>::lowest();
  }
};

/// Replaces poison values in arrays that are valid nowhere by ordinary NaNs, so that check_reads does not report
/// them.
struct RemovePoison {
  template <class Number>
  void operator()(Number& number) const {
    if constexpr (std::is_floating_point_v<Number>)
      if (poisoned_array(number)) number = std::numeric_limits<Number>::quiet_NaN();
  }
};

/// Poison values that were found: for each poisoned array, one variable that contains its poison value.
class PoisonFinder {
public:
  /// Returns a function object that records the poison values in this variable.
  auto in(int variable) {
    return [this, variable]<class Number>(Number const& number) {
      if constexpr (std::is_floating_point_v<Number>)
        if (auto const array = poisoned_array(number)) where_.try_emplace(*array, variable);
    };
  }

  std::map<ArrayId, int> const& where() const { return where_; }

private:
  std::map<ArrayId, int> where_;
};

/// Searches the parts of tracked arrays that are valid on the host.
void search_tracked_arrays(cGH const* cctkGH, PoisonFinder& finder) {
  for (auto const& [array, all] : all_tracked_arrays(cctkGH))
    if (array.refinement_level == refinement_level(cctkGH))
      for_numbers(cctkGH, array, validity().state(array).valid(Side::host), finder.in(array.variable));
}

void search_arrays_and_scalars(cGH const* cctkGH, PoisonFinder& finder) {
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (CCTK_GroupTypeFromVarI(variable) == CCTK_GF) continue;
    if (validity().all().contains({variable, refinement_level(cctkGH), 0})) continue; // see search_tracked_arrays
    for (int time_level = 0; time_level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++time_level) {
      auto* const values = static_cast<std::byte*>(CCTK_VarDataPtrI(cctkGH, time_level, variable));
      cGroupDynamicData data;
      if (!values || CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data) < 0) continue;
      auto n = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(variable)));
      for (int d = 0; d < data.dim; ++d) n *= static_cast<std::size_t>(data.ash[d]);
      for_numbers(variable, values, n, finder.in(variable));
    }
  }
}

/// "Wave::rho (interior)"; the text omits the parts if the array is not in `poisoned`.
std::string text_of(cGH const* cctkGH, ArrayId const& array, std::vector<Access> const& poisoned) {
  std::string text = name_of(array);
  for (auto const& access : poisoned)
    if (access.array.variable == array.variable && access.array.time_level == array.time_level)
      text += " (" + partition_of(cctkGH, array.variable).to_text(access.parts) + ")";
  return text;
}

} // namespace

std::vector<Access> poison_stale_values(cGH const* cctkGH, std::vector<Access> const& excluded) {
  std::vector<Access> changed;
  if (!has_device(cctkGH)) return changed;
  std::map<ArrayId, Parts> excluded_parts;
  for (auto const& [array, parts] : excluded) excluded_parts[array] |= parts;
  for (auto const& [array, all] : all_tracked_arrays(cctkGH)) {
    if (array.refinement_level != refinement_level(cctkGH)) continue;
    State const& state = validity().state(array);
    Parts const missing =
        partition_of(cctkGH, array.variable).has_points() & ~state.valid(Side::host) & ~excluded_parts[array];
    Parts const stale = missing & state.valid(Side::device);
    for_numbers(cctkGH, array, stale, Poison{array});
    for_numbers(cctkGH, array, missing & ~stale, RemovePoison{});
    if (missing.any()) changed.push_back({array, missing});
  }
  return changed;
}

void check_reads(cGH const* cctkGH, std::vector<Access> const& poisoned, std::string const& user) {
  if (!has_device(cctkGH)) return;
  PoisonFinder finder;
  search_tracked_arrays(cctkGH, finder);
  search_arrays_and_scalars(cctkGH, finder);
  std::string wrong;
  for (auto const& [array, variable] : finder.where())
    wrong += (wrong.empty() ? "" : "; ") + text_of(cctkGH, array, poisoned) + ", whose value reached " +
             CCTK_FullVarName(variable);
  if (!wrong.empty())
    CCTK_VERROR(
        "%s used values on the host that are valid only on the device: %s. Add READS to its schedule.ccl, also for "
        "variables that it declares to write but writes only in part, or call Accelerator_RequireValidData.",
        user.c_str(), wrong.c_str());
}

} // namespace accelerator
