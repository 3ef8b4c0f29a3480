#include "kernels/recursions/typed_systems.hpp"

#include "codegen/recursion/inputs.hpp"
#include "codegen/wavefront/lower_across.hpp"
#include "codegen/wavefront/lower_ordered.hpp"
#include "codegen/wavefront/lower_within.hpp"
#include "codegen/wavefront/real_integers.hpp"

#include <algorithm>

namespace chemora::recursions {

namespace {

using wavefront::Plan;

/// Types that limit results are tried if the largest possible value is at most this multiple of their range.
constexpr double promising_range = 4;
constexpr long any_length = 1L << 40; ///< of sequences, for representations that do not depend on lengths

long longest_alphabet(recursion::System const& system, recursion::Inputs const& shared) {
  long longest = 1;
  for (recursion::InputArray const& array : system.arrays) {
    auto const found = shared.arrays.find(array.name);
    if (found == shared.arrays.end() || std::ranges::count(array.extents, ir::LinearExpression{}) == 0) continue;
    std::vector<long> const extents = recursion::extents_of(array, found->second.size(), shared.sizes);
    for (std::size_t n = 0; n < extents.size(); ++n)
      if (array.extents[n] == ir::LinearExpression{}) longest = std::max(longest, extents[n]);
  }
  return longest;
}

} // namespace

TypedSystems::TypedSystems(recursion::System const& system, PlanFacts const& facts)
    : system_(system), facts_(facts), has_integers_(std::ranges::any_of(system.functions, [](auto const& each) {
        return each.type == recursion::ValueType::integer;
      })) {}

/// Returns the system for a type. Wide integers are computed as real64.
TypedSystems::Variant const& TypedSystems::variant(ir::Type type) const {
  bool const is_real = type == ir::Type::real64 && has_integers_;
  std::optional<Variant>& result = is_real ? as_reals_ : as_integers_;
  if (result) return *result;
  result.emplace(Variant{is_real ? wavefront::with_real_integers(system_) : system_});
  result->why_not_columns = wavefront::why_not_columns(result->system, lowering_options({}));
  if (result->why_not_columns)
    result->why_not_across = wavefront::why_not_ordered(result->system, {}, lowering_options({}));
  return *result;
}

/// Returns the plan for Variant::system, which has no integer tables if they are computed as real64.
Plan TypedSystems::lowered_plan(Plan plan) {
  if (plan.integers == ir::Type::real64) plan.integers = ir::Type::int32;
  return plan;
}

wavefront::LoweringOptions TypedSystems::lowering_options(wavefront::Representation const& representation) const {
  return {.varying = facts_.varying,
          .is_device = facts_.is_device,
          .n_letters = longest_alphabet(system_, facts_.shared),
          .offset = representation.offset,
          .has_floor = representation.has_floor,
          .checked = representation.checked,
          .has_element_exponents = representation.has_element_exponents};
}

wavefront::Lowered TypedSystems::lower(Plan const& plan, wavefront::Representation const& representation) const {
  wavefront::LoweringOptions options = lowering_options(representation);
  Variant const& of_type = variant(plan.integers);
  Plan const lowered = lowered_plan(plan);
  recursion::System system = of_type.system;
  if (representation.minus_infinity) system = wavefront::with_minus_infinity(system, *representation.minus_infinity);
  wavefront::InputLimits const limits = limits_of(any_sizes());
  wavefront::ValueRanges const ranges(system, limits);
  if (has_integers_) options.ranges = &ranges;
  if (plan.kind == wavefront::PlanKind::within) return wavefront::lower_within(system, lowered, options);
  return of_type.why_not_columns ? wavefront::lower_ordered(system, lowered, options)
                                 : wavefront::lower_columns(system, lowered, options);
}

wavefront::InputLimits TypedSystems::limits_of(Sizes const& sizes) const {
  wavefront::InputLimits limits;
  for (auto const& [name, size] : sizes) limits.sizes[name] = {static_cast<double>(size), static_cast<double>(size)};
  for (std::string const& parameter : facts_.varying) limits.sizes["length_" + parameter].lower = 0;
  constexpr double max_letter = 127;
  for (recursion::InputArray const& array : system_.arrays) {
    limits.arrays[array.name] = {0, max_letter};
    auto const found = facts_.shared.arrays.find(array.name);
    if (found == facts_.shared.arrays.end() || found->second.empty()) continue;
    auto const [lower, upper] = std::ranges::minmax(found->second);
    limits.arrays[array.name] = {lower, upper};
  }
  return limits;
}

/// Returns sizes of sequences that no problem exceeds.
TypedSystems::Sizes TypedSystems::any_sizes() const {
  Sizes sizes = facts_.shared.sizes;
  for (std::string const& parameter : facts_.varying) sizes["length_" + parameter] = any_length;
  for (auto& [name, size] : sizes)
    if (name.starts_with("length_")) size = std::max(size, any_length);
  return sizes;
}

/// Returns a representation for all lengths, if it costs nothing, or the one for these sizes.
wavefront::RepresentationOrReason TypedSystems::representation(ir::Type type, Sizes const& sizes) const {
  auto const found = wavefront::representation(system_, type, limits_of(any_sizes()));
  if (found.representation && wavefront::has_free_checks(system_, *found.representation)) return found;
  return wavefront::representation(system_, type, limits_of(sizes));
}

/// Returns whether results that equal the largest number of the type are likely.
bool TypedSystems::is_promising(ir::Type type, Sizes const& sizes) const {
  double upper = 0;
  wavefront::InputLimits const limits = limits_of(sizes);
  wavefront::ValueRanges const ranges(system_, limits);
  for (recursion::TableValue const& table : system_.result->tables)
    upper = std::max(upper, ranges.of(table.function).finite.upper);
  return upper <= promising_range * (ir::max_integer(type) - ir::min_integer(type));
}

} // namespace chemora::recursions
