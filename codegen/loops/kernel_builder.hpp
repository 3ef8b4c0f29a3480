/// Adds loops and instructions to a loop kernel, in the order in which they are executed.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::loops {

class KernelBuilder {
public:
  explicit KernelBuilder(LoopKernel& kernel) : kernel_(kernel) {}

  /// The loops around the next instruction, outermost first.
  std::vector<std::string> const& loops() const { return loops_; }

  /// Opens a loop. Its range follows from constraints.
  void open(std::string const& loop, Tag tag = Tag::sequential, int axis = 0);
  /// Opens a loop from `lower` to `upper`, included.
  void open(std::string const& loop, ir::LinearExpression const& lower, ir::LinearExpression const& upper,
            Tag tag = Tag::sequential, int axis = 0);
  /// Opens a loop that the kernel already contains.
  void enter(std::string const& loop);
  /// Closes all loops except the outermost ones.
  void close_to(std::size_t n_loops);

  void add_constraint(Constraint const& constraint) { kernel_.constraints.push_back(constraint); }
  void add_at_least_0(ir::LinearExpression const& expression) { kernel_.constraints.push_back({expression, false}); }

  /// Adds the instruction `target = value` after all earlier ones.
  void assign(ir::ExpressionPtr const& target, ir::ExpressionPtr const& value,
              std::vector<ir::ExpressionPtr> const& conditions = {});

  /// Assigns values that are computed before the first target is assigned.
  void assign_together(std::vector<ir::ExpressionPtr> const& targets, std::vector<ir::ExpressionPtr> values);

  /// Adds the instruction `target = value` independently of all conditions.
  void assign_always(ir::ExpressionPtr const& target, ir::ExpressionPtr const& value);

  /// Instructions that are added during the lifetime of a Condition are executed if it holds. It must have one value
  /// during their execution.
  class Condition {
  public:
    Condition(KernelBuilder& builder, ir::ExpressionPtr const& condition) : builder_(builder) {
      builder_.conditions_.push_back(condition);
    }
    ~Condition() { builder_.conditions_.pop_back(); }
    Condition(Condition const&) = delete;
    Condition& operator=(Condition const&) = delete;

  private:
    KernelBuilder& builder_;
  };

  /// Adds a barrier of scope grid. All loops are closed.
  void add_grid_barrier();

  /// Returns the next position inside the open loops, for an instruction that is added later.
  long reserve() { return n_inside_.back()++; }

  /// Declares a temporary without axes of which every iteration of the open loops has a copy, and returns its element.
  ir::ExpressionPtr scalar(std::string const& name, ir::Type type);

  /// Returns the first of `name`, `name_1`, `name_2`, ... that was not returned before.
  std::string new_name(std::string const& name);

private:
  LoopKernel& kernel_;
  std::vector<std::string> loops_{};
  std::vector<ir::LinearExpression> order_{}; ///< position of each open loop, and its variable
  std::vector<ir::ExpressionPtr> conditions_{};
  std::vector<long> n_inside_{0};         ///< instructions and loops so far, by depth
  std::map<std::string, long> n_names_{}; ///< numbers of requests
  std::set<std::string> names_{};         ///< that were returned
  long n_instructions_ = 0;
};

} // namespace chemora::loops
