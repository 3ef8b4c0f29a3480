/// Spells the expressions, bounds and array elements of loop trees in the languages of the C family.
#pragma once

#include "codegen/emit/dialect.hpp"
#include "codegen/emit/expand_copies.hpp"
#include "codegen/ir/loop_tree.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::emit {

/// The distance in elements between the elements that an access touches in successive iterations of a loop.
struct AccessStride {
  bool is_linear = true; ///< false if a subscript is no linear expression of the loop variable
  long constant = 0;
  std::string symbolic{}; ///< text to add to `constant`: products of strides that depend on parameters

  bool is_zero() const { return is_linear && constant == 0 && symbolic.empty(); }
  bool is_one() const { return is_linear && constant == 1 && symbolic.empty(); }
};

/// How the iterations of a vector loop appear while the printer spells the loop's body.
struct VectorLoop {
  std::string variable{};         ///< name of the loop variable
  std::string first{};            ///< identifier of the loop variable of the first lane
  std::set<std::string> arrays{}; ///< private temporaries with one value per lane; their elements are vectors
  /// Private temporaries outside of the loop that have local copies inside it, which are in `arrays` too.
  std::map<std::string, ExpandedArray> copies{};
  /// Whether expressions are spelled for the single lane `lane` (a variable of emitted source), where the loop variable
  /// has its own identifier. Otherwise the loop variable stands for its value in the first lane.
  bool is_lane = false;
  bool has_narrow_lanes = false;    ///< whether there are more lanes than an int32 vector of the processor has
  std::set<std::string> matrices{}; ///< arrays in which the loop looks up elements, with a declaration before the loop
  /// The condition that ends the enclosing loop. Lanes where it is false do not need the values of `unneeded`.
  ir::ExpressionPtr iteration_condition{};
  std::set<std::string> unneeded{};
};

/// Spells scalar expressions. Loop variables and int32 parameters have the type `index_type` in emitted source.
class TreeExpressions {
public:
  TreeExpressions(ir::LoopTree const& tree, Dialect const& dialect, std::string index_type);

  /// Returns the value of an expression without rules and reductions. Throws base::InternalError for others.
  std::string value(ir::ExpressionPtr const& expression) const;
  /// Returns a value of type `index_type`, or of type long if `is_long`.
  std::string linear(ir::LinearExpression const& expression, bool is_long = false) const;
  /// Return the first value of a loop variable, and the last value that it may have.
  std::string lower(ir::TreeNode const& loop) const;
  std::string upper(ir::TreeNode const& loop) const;
  /// Returns an element that may be assigned: `in_q[i + 8*e]`, or `t_s` for a private scalar.
  std::string element(ir::ExpressionPtr const& element) const;
  /// Returns the offset of an element, of type long or int.
  std::string offset(ir::ExpressionPtr const& element) const;
  AccessStride stride_along(ir::ExpressionPtr const& element, std::string const& variable) const;

  std::string const& identifier(std::string const& name) const;
  ir::TypedArray const& array(std::string const& name) const;
  /// Returns the number of elements if it does not depend on parameters.
  static std::optional<long> constant_size(ir::TypedArray const& array);
  /// Returns the number of elements as value of type long.
  std::string size(ir::TypedArray const& array) const;
  /// Returns declarations of the strides that depend on parameters.
  std::vector<std::string> stride_declarations() const;
  /// Returns the identifiers of these strides.
  std::vector<std::string> stride_identifiers() const;
  std::string const& index_type() const { return index_type_; }

  /// Selects the vector loop of the following texts; null for none. The caller selects another one before it ends.
  // cppcheck-suppress danglingLifetime
  void set_vector(VectorLoop const* vector) const { vector_ = vector; }

  /// The library functions and the functions of tree_definitions() that the texts so far call.
  std::set<NeededFunction> const& functions() const { return functions_; }
  std::set<std::string> const& helpers() const { return helpers_; }
  void need(ir::Op op, ir::Type type) const { functions_.emplace(op, type); }
  /// Returns the name of the function of tree_definitions() for an operation.
  std::string helper(ir::Op op, ir::Type type) const;

private:
  /// The offset is the sum of `known`, of each stride times its subscript, and of products with other subscripts.
  struct Address {
    ir::LinearExpression known{};
    std::vector<std::pair<std::string, ir::LinearExpression>> products{};
    struct Other {
      std::optional<long> factor{}; ///< the stride, if it does not depend on parameters
      std::string stride{};
      ir::ExpressionPtr subscript{};
    };
    std::vector<Other> others{};
  };
  Address address(ir::ExpressionPtr const& element) const;
  std::optional<long> factor(ir::ExpressionPtr const& expression, std::string const& variable) const;
  ExpandedArray const* local_copy(std::string const& array) const;
  std::string operation(ir::Expression const& expression) const;
  std::string integer_operation(ir::Expression const& expression) const;
  std::string call(std::string const& helper, ir::Expression const& expression) const;
  std::string variable(std::string const& name) const;
  std::string bound(std::vector<ir::Bound> const& bounds, bool is_lower) const;
  std::string product_text(ir::ExpressionPtr const& expression) const;

  ir::LoopTree const& tree_;
  Dialect const& dialect_;
  std::string index_type_;
  std::map<std::string, std::string> names_;
  std::map<std::string, ir::TypedArray const*> arrays_;
  /// By text of the stride: identifier. By identifier: value.
  std::map<std::string, std::string> stride_names_;
  std::vector<std::pair<std::string, std::string>> stride_values_;
  mutable VectorLoop const* vector_ = nullptr;
  mutable std::set<NeededFunction> functions_;
  mutable std::set<std::string> helpers_;
};

/// Returns whether the tree has values or arrays of type int8 or int16. `narrow_type_definitions` is then the text that
/// defines their names in C.
bool has_narrow_integers(ir::LoopTree const& tree);
inline constexpr char const* narrow_type_definitions = "typedef signed char Int8;\ntypedef short Int16;\n";

/// Returns definitions of the functions in `helpers`: minimum_double(a, b), absolute_int(a), floor_of(a, b) and so on.
/// `qualifiers` precede each definition.
std::string tree_definitions(std::set<std::string> const& helpers, std::string const& qualifiers);

} // namespace chemora::emit
