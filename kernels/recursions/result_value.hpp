/// Computes values of a result from values of its tables.
#pragma once

#include "codegen/recursion/wide_number.hpp"
#include "kernels/recursions/problem_list.hpp"

namespace chemora::recursions {

/// The expression Result::value, in which names have become numbers or positions in a list of values.
class ResultExpression {
public:
  /// `inputs` contains the sizes that problems share, and scalars.
  ResultExpression(recursion::System const& system, recursion::Inputs const& inputs,
                   std::vector<std::string> const& parameters);

  /// Returns the value of the result for the values of the items of Result::tables. The logarithm of a probability is
  /// returned, as by recursion::interpret.
  double value(std::span<recursion::WideNumber const> tables, Lengths lengths) const;

private:
  enum class Kind { number, table, length, operation };
  struct Node {
    Kind kind = Kind::number;
    recursion::WideNumber number{};
    std::size_t position = 0; ///< of the table or the length
    ir::Op op = ir::Op::add;
    std::vector<Node> operands{};
  };

  Node node(ir::ExpressionPtr const& expression, recursion::System const& system, recursion::Inputs const& inputs,
            std::vector<std::string> const& parameters) const;
  static recursion::WideNumber evaluate(Node const& node, std::span<recursion::WideNumber const> tables,
                                        Lengths lengths);

  bool is_probability_;
  Node root_;
};

} // namespace chemora::recursions
