/// Coordinates of a wavefront: the time and the dimensions of a table that the elements of one time differ in.
///
/// The time of an element x of a function is coefficients . x + offset. A dimension with the coefficient 1 or -1 is
/// eliminated: its index follows from the time and the other indices. For `d` with the time i + j, the elements of the
/// time p are d[i, p - i].
///
/// Kernels count times from `base`, a lower bound of all times, in the form n_rows * step + row.
#pragma once

#include "codegen/wavefront/schedule.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// The axes of one function.
struct WaveAxes {
  AffineTime time{};
  std::optional<std::size_t> eliminated{}; ///< dimension that follows from the time
  std::vector<std::size_t> space{};        ///< the other dimensions; the first one is that of the lanes
};

class WaveSpace {
public:
  /// Dimensions of sequences in `varying` are eliminated if possible. The system must outlive this object.
  WaveSpace(recursion::System const& system, Schedule const& schedule, std::set<std::string> const& varying);

  WaveAxes const& axes(std::string const& function) const { return axes_.at(function); }

  /// A lower and an upper bound of all times, for sizes that are not negative.
  ir::LinearExpression const& base() const { return base_; }
  ir::LinearExpression const& last() const { return last_; }

  /// Returns the indices of all dimensions, by name, for `time` = the time of the element - base, and the indices of
  /// the space dimensions.
  std::map<std::string, ir::LinearExpression> indices(recursion::Function const& function,
                                                      ir::LinearExpression const& time,
                                                      std::vector<ir::LinearExpression> const& space) const;

  /// Returns the time of the element - base.
  ir::LinearExpression time(recursion::Function const& function,
                            std::map<std::string, ir::LinearExpression> const& indices) const;

private:
  std::map<std::string, WaveAxes> axes_{};
  ir::LinearExpression base_{}, last_{};
};

/// Returns the functions in an order in which functions of the same element and time are computed one after another.
std::vector<std::string> order_in_element(recursion::System const& system);

} // namespace chemora::wavefront
