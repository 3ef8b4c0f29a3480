/// Calls of a system of recurrences as integer sets: all elements for which a call happens, and the elements called.
#pragma once

#include "codegen/polyhedral/integer_set.hpp"
#include "codegen/recursion/system.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// A set of integer vectors whose components have names.
class NamedSet {
public:
  explicit NamedSet(std::vector<std::string> names);

  void add(loops::Constraint const& constraint);
  void add_at_least_0(ir::LinearExpression const& expression) { add({expression, false}); }
  bool is_empty() const { return set_.is_empty(); }
  /// Returns an element of the set by name, or nothing if the set is empty.
  std::optional<std::map<std::string, long>> sample() const;

private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> index_{};
  polyhedral::IntegerSet set_;
};

/// A call with a name for everything that varies. An argument that may have any value is a variable of its own,
/// `any_0`, `any_1`, ..., within the dimension of the callee.
struct CallSet {
  recursion::Call call{};
  recursion::Function const* caller = nullptr;
  recursion::Function const* callee = nullptr;
  std::vector<std::string> variables{};          ///< dimensions of the caller, variables of ranges, any arguments
  std::vector<ir::LinearExpression> arguments{}; ///< of variables and sizes
  std::vector<loops::Constraint> domain{};       ///< of variables and sizes

  /// Returns whether another function is called with the dimensions of the caller as arguments.
  bool is_of_same_element() const;
};

enum class Conditions {
  ignored, ///< the ranges of dimensions and of the variables in the arguments only, as in the paper
  used     ///< also the domains of cases and the ranges of the callee's dimensions; sizes are not negative
};

/// Returns all calls of the system, which must outlive the result.
std::vector<CallSet> call_sets(recursion::System const& system, Conditions conditions);

/// Returns the expression with values in place of sizes.
ir::LinearExpression with_sizes(ir::LinearExpression expression, std::map<std::string, long> const& sizes);

} // namespace chemora::wavefront
