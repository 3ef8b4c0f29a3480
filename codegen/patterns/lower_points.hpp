/// The lowering of values at points of the grid to loop kernels.
///
/// A kernel computes expressions for a list of points: some rows of the grid, or points that a filter has selected. Its
/// arguments are the values of grid functions and the indices of these points, one after another, so that one kernel
/// serves all lists. The points are lanes of vectors. What happens with the values, such as exact sums, is not a part
/// of the kernel.
#pragma once

#include "codegen/patterns/lower_nest.hpp"

#include <array>

namespace chemora::patterns {

/// The largest number of points of a list. Their arrays remain in caches.
constexpr long max_listed_points = 1024;

struct LoweredPoints {
  loops::LoopKernel kernel{};
  std::string n_points{}; ///< parameter: the number of points
  std::map<std::string, std::string>
      fields{};                         ///< arguments with values of grid functions, by name of the grid function
  std::array<std::string, 3> indices{}; ///< arguments with indices of the points along x, y and z; empty: unused
  std::vector<std::string> results{};   ///< arguments with the values; integers and truth values are int32
  std::vector<std::string> inputs{};    ///< other arrays that the kernel reads
};

/// Returns the kernel that computes numbers or truth values for each point. `point` is the variable of the points.
/// Variables of statements are declared as for other kernels (kernel_program.hpp). Elements of grid functions are those
/// at the point (find_nonlocal_part). Throws base::UserError for what has no kernel.
LoweredPoints lower_points(Program const& declarations, int point, std::vector<NodePtr> const& values,
                           std::string const& name, NestOptions const& options = {});

} // namespace chemora::patterns
