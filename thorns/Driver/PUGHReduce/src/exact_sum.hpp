/// The exact sum of any number of doubles, rounded once. Its bits do not depend on the order or grouping of the terms.
#pragma once

#include <array>
#include <cstdint>

namespace pughreduce {

/// A fixed-point number wide enough for every finite double: limb i counts units of 2^(32 i - 1074). Limbs are signed
/// and have more than 32 bits, so additions need no carries. Carries are propagated every 2^30 additions.
/// Infinities and NaN are counted separately. Their sum is that of IEEE arithmetic for any order of the terms.
class ExactSum {
public:
  void add(double term);
  void add(ExactSum other);

  /// The sum rounded to nearest, ties to even; overflow gives an infinity. An empty sum is +0.
  double value() const;

  /// The state as integers, after carries. The states of up to 2^30 processes may be added integer by integer, so that
  /// MPI_SUM adds exact sums.
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
