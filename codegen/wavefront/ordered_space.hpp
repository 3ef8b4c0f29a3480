/// Loops of a sequential order: which dimensions the loops around an element determine, and which rows of tables are
/// stored.
#pragma once

#include "codegen/recursion/affine_set.hpp"
#include "codegen/wavefront/schedule.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// A function inside the loops that are open.
struct OrderedPlace {
  recursion::Function const* function = nullptr;
  std::map<std::string, ir::LinearExpression> indices{}; ///< dimensions that the loops determine, in loop variables
  std::vector<ir::LinearExpression> pending{};           ///< equal to 0; contain other dimensions
  /// Constraints under which the elements exist, as far as the loops do not imply them.
  recursion::Constraints conditions{};

  /// Returns the expression with the values of the dimensions that are determined.
  ir::LinearExpression at(ir::LinearExpression expression) const;

  /// Sets the component of the order to `time`, a loop variable. Returns the constraints on it that follow from the
  /// ranges of the dimensions.
  recursion::Constraints enter(ir::LinearExpression const& component, ir::LinearExpression const& time);

  /// Replaces a loop variable.
  void replace(std::string const& loop, ir::LinearExpression const& value);

private:
  std::vector<recursion::Dimension const*> determine();
};

/// The elements of a table that are stored.
struct OrderedStorage {
  /// The component of the order whose last `n_rows` values are stored; nothing if all elements are stored.
  std::optional<std::size_t> level{};
  long n_rows = 1;
  std::vector<std::size_t> axes{}; ///< the dimensions that are axes of the array, fastest first
  bool is_scalar = false;          ///< whether each row is a temporary, because there are no axes
  /// The component of an inner loop in which elements overwrite those of the previous row. Calls in this loop read
  /// temporaries with the last elements of both rows.
  std::optional<std::size_t> inner_level{};
  long n_rows_of_array = 1; ///< n_rows without an inner loop that overwrites rows
  long n_old =
      0; ///< number of iterations of the inner loop between the first and the last call of the previous row + 1
  long n_new = 1; ///< the same for the current row
};

/// A call as number of iterations of the loops between the call and the element that it reads.
struct OrderedDistance {
  long rows = 0;
  std::optional<long> inner{}; ///< if the call is in the inner loop of OrderedStorage::inner_level
};

class OrderedSpace {
public:
  /// `outermost` as in find_order(). Throws base::UserError if there is no order. The system must outlive this object.
  OrderedSpace(recursion::System const& system, std::vector<std::string> const& outermost, bool keeps_tables);

  std::size_t n_levels() const { return n_levels_; }
  ir::LinearExpression const& component(std::string const& function, std::size_t level) const {
    return order_.vectors.at(function).at(level);
  }
  bool is_loop(std::string const& function, std::size_t level) const {
    return !component(function, level).is_constant();
  }
  OrderedStorage const& storage(std::string const& function) const { return storages_.at(function); }
  /// Returns the first component that is not constant.
  std::optional<std::size_t> first_loop(std::string const& function) const;
  /// Stores all elements of a function.
  void store_all(std::string const& function);

  /// Stores rows in arrays instead of temporaries.
  void store_in_arrays();
  /// Returns whether both functions have loops at this level, and these are one loop.
  bool have_common_loop(std::string const& first, std::string const& second, std::size_t level) const;

  /// The arguments of a call as linear expressions of the caller's dimensions, sizes and variables of ranges.
  using Arguments = std::vector<std::optional<ir::LinearExpression>>;
  /// Returns the distance of a call of a function of which rows are stored.
  OrderedDistance distance(std::string const& caller, std::string const& callee, Arguments const& arguments) const;

  /// Returns whether the inner loop of `first` precedes `second`, which has no inner loop, in each iteration of the
  /// rows.
  bool is_computed_before(std::string const& first, std::string const& second) const;
  /// Returns the iteration of the inner loop of `other` that computes the element of a call minus `variable`, if this
  /// is constant, the element is in the current row of the caller, and the functions have a common inner loop.
  std::optional<ir::LinearExpression> iteration_of_call(std::string const& caller, ir::Expression const& call,
                                                        std::string const& other, std::size_t level,
                                                        std::string const& variable) const;

private:
  OrderedStorage storage_of(recursion::Function const& function, std::vector<recursion::Call> const& calls) const;
  OrderedStorage with_inner_level(recursion::Function const& function, std::vector<recursion::Call> const& calls,
                                  OrderedStorage storage) const;
  /// Returns the number of iterations of the level between a call and the element that it reads, if it is constant.
  std::optional<long> iterations(std::string const& caller, std::string const& callee, Arguments const& arguments,
                                 std::size_t level) const;

  recursion::System const& system_;
  Order order_;
  std::size_t n_levels_ = 0;
  std::map<std::string, OrderedStorage> storages_{};
};

} // namespace chemora::wavefront
