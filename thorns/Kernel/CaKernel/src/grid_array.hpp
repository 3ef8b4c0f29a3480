// Arrays of grid functions, and sums of them as time integrators make them.
#pragma once

#include <string>
#include <vector>

namespace ca_kernel {

/// One time level of a grid function.
struct GridArray {
  int variable = -1;
  int time_level = 0;

  auto operator<=>(GridArray const&) const = default;
};

/// How graphs that several thorns take part in call it: "Wave::u", "Wave::u_p" for the past time level, "MoL::S_p2[0]".
std::string name_of(GridArray const& array);

/// target <- scale * target + sum of factor * source, everywhere. With scale 0 the old value is not read.
struct Sum {
  struct Term {
    GridArray source;
    double factor;
  };
  GridArray target;
  double scale = 0;
  std::vector<Term> terms;
  std::string function{}; ///< the scheduled one that asked for it, if that was told

  bool is_copy() const { return scale == 0 && terms.size() == 1 && terms.front().factor == 1; }
  bool is_zero() const { return scale == 0 && terms.empty(); }
};

} // namespace ca_kernel
