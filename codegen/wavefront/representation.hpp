/// Types that represent integer tables.
///
/// The scores h of a local alignment are at least 0. The tables e and f of gaps have smaller values, which are only
/// decreased before they are compared with h, so that all of them are equivalent to 0. Bytes can therefore hold the
/// value
/// - 128: differences that saturate at -128 replace the maximum with 0. If the values below 0 are few, bytes hold all
/// of them, because sums that do not saturate are faster; 0 then replaces -infinity. The upper limit grows with the
/// lengths of the sequences. The largest byte may stand for a larger number, so that kernels report tables that contain
/// it.
#pragma once

#include "codegen/wavefront/lowered.hpp"

#include <optional>
#include <set>
#include <string>

namespace chemora::wavefront {

/// How a type represents integer tables; the first members are those of LoweringOptions.
struct Representation {
  long offset = 0;
  bool has_floor = false;
  std::set<std::string> checked{};
  std::optional<double> minus_infinity{}; ///< number in place of -infinity (with_minus_infinity)
  /// Whether a result that equals the largest number of the type may stand for a larger one, although no function is
  /// checked: values do not decrease on their way to the result.
  bool limits_results = false;
  bool has_infinity = false;          ///< whether the largest number of a narrow type stands for infinity only
  bool has_element_exponents = false; ///< of probabilities (LoweringOptions)

  bool operator==(Representation const&) const = default;
};

/// Returns the representation, or the reason why results in this type could be wrong without a report.
struct RepresentationOrReason {
  std::optional<Representation> representation{};
  std::string reason{};
};
/// The type is int8, int16, int32, or real64 (real_integers.hpp).
RepresentationOrReason representation(recursion::System const& system, ir::Type type, InputLimits const& limits);

/// Returns whether both operands of a sum may be infinite, so that it is an error, which only the interpreter reports.
bool may_cancel(ir::Expression const& sum, ValueRanges const& ranges, recursion::Function const& function,
                recursion::Case const& part);

/// Returns whether the result contains the maxima of all checked functions, so that checks need no operations.
bool has_free_checks(recursion::System const& system, Representation const& representation);

/// Returns the smallest number in tables of this type that reports an overflow. Sums of a few smaller numbers of type
/// int32 do not overflow.
double overflow_limit(ir::Type type);

} // namespace chemora::wavefront
