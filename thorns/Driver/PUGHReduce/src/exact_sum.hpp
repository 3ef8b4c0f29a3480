/// The exact sum of any number of doubles, which is rounded once. The result is bitwise equal for any order and
/// grouping of the terms.
#pragma once

#include <array>
#include <cstdint>

namespace pughreduce {

/// A fixed-point number wide enough for every finite double: limb i counts units of 2^(32 i - 1074). Limbs are signed
/// and have more than 32 bits, so additions need no carries. Carries are propagated every 2^30 additions.
/// Infinities and NaN are counted separately. A sum with such terms has the value that IEEE arithmetic gives.
class ExactSum {
public:
  void add(double term);
  void add(ExactSum other);

  /// Returns the sum, rounded to nearest with ties to even. Overflow gives an infinity. An empty sum is +0.
  double value() const;

  /// The state of the sum as integers, after carry propagation. The states of up to 2^30 processes may be added element
  /// by element, so that MPI_SUM adds exact sums.
  static constexpr int n_limbs = 68; ///< 2098 bits of range and 78 bits of carries
  static constexpr int n_integers = n_limbs + 3;
  using State = std::array<std::int64_t, n_integers>;
  State const& normalised_state();
  void set_state(State const& state);

private:
  void normalise();
  void add_special(double term);

  static constexpr int nan = n_limbs, plus_infinity = n_limbs + 1, minus_infinity = n_limbs + 2;
  State state_{};
  std::int64_t pending_terms_ = 0;
};

} // namespace pughreduce
