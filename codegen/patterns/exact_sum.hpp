/// The exact sum of reals, which is rounded once. The terms are stored as a sum of few numbers whose bits do not
/// overlap (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997, section 2.4).
///
/// The sum is undefined if the sum of some terms overflows. Thorn PUGHReduce has a fixed-point sum without this limit.
/// It cannot include this header, because it does not require the kernels.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace chemora::patterns {

/// Sums in the lanes of vectors. The sum of a lane is that of its three parts.
struct ExactLanes {
  static constexpr std::size_t n_parts = 3, n = 8;
  double parts[n_parts][n] = {};
};

class ExactSum {
public:
  /// The sums of all subsets of finite terms must be finite.
  void add(double term);
  /// Adds many terms; faster than one after another.
  void add(std::span<double const> terms);
  /// Adds the terms of another sum.
  void add(ExactSum const& other);
  /// Returns the sum, rounded to nearest with ties to even. An empty sum is +0.
  double value() const;
  /// Numbers whose exact sum is the sum, for messages between processes.
  std::vector<double> terms() const;

private:
  void add_lanes();

  ExactLanes lanes_{};
  std::vector<double> parts_{}; ///< the remainder of the sum, of increasing magnitude
  double special_ = 0;          ///< the sum of infinities and NaNs
  bool has_special_ = false;
};

/// Exact sums of the terms of many groups. A group has three numbers, and further ones only if three are too few.
class ExactSums {
public:
  explicit ExactSums(std::size_t n_groups) { resize(n_groups); }

  void resize(std::size_t n_groups) { lanes_.resize((n_groups + ExactLanes::n - 1) / ExactLanes::n); }
  /// Adds term n to group `groups[n]`, unless this is the group `omitted`.
  void add(std::span<std::int32_t const> groups, std::span<double const> terms, std::size_t omitted);
  void add(std::size_t group, double term);
  /// Adds terms to a group. This is faster than single terms if the group has many of them.
  void add(std::size_t group, std::span<double const> terms);
  /// Returns numbers whose exact sum is the sum of a group.
  std::vector<double> terms(std::size_t group) const;
  double value(std::size_t group) const;

private:
  void add_run(std::size_t group, std::span<double const> terms);
  std::size_t add_adjacent(std::span<std::int32_t const> groups, std::span<double const> terms, std::size_t omitted);

  std::vector<ExactLanes> lanes_{};          ///< group n is lane n % 8 of element n / 8
  std::map<std::size_t, ExactSum> others_{}; ///< terms that the lanes cannot represent
  std::vector<ExactSum> of_many_{};          ///< terms that were added to a group together
};

} // namespace chemora::patterns
