/// The exact sum of reals, which is rounded once. The terms are kept as a sum of few numbers whose bits do not overlap
/// (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997, section 2.4).
#pragma once

#include <vector>

namespace chemora::patterns {

class ExactSum {
public:
  /// Intermediate sums must be finite unless a term is not.
  void add(double term);
  /// Adds the terms of another sum.
  void add(ExactSum const& other);
  /// Returns the sum, rounded to nearest with ties to even. An empty sum is +0.
  double value() const;
  /// Numbers whose exact sum is the sum, for messages between processes.
  std::vector<double> terms() const;

private:
  std::vector<double> parts_{}; ///< of increasing magnitude
  double special_ = 0;          ///< the sum of infinities and NaNs
  bool has_special_ = false;
};

} // namespace chemora::patterns
