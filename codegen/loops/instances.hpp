/// Enumerates the instances of loop kernels for given values of the parameters, by propagation of intervals. It does
/// not use codegen/polyhedral, so that tests can compare the two.
#pragma once

#include "codegen/ir/array_values.hpp"
#include "codegen/loops/loop_kernel.hpp"

#include <functional>

namespace chemora::loops {

/// A bounded set of integer points: constraints on variables that are numbered from 0.
class IntegerBox {
public:
  explicit IntegerBox(std::size_t n_variables);

  std::size_t n_variables() const { return lower_.size(); }
  /// Adds `factors` * variables + constant >= 0, or == 0.
  void add(std::vector<std::pair<std::size_t, double>> const& factors, double constant, bool is_equality);
  void fix(std::size_t variable, double value);
  /// Tightens the ranges of all variables. Returns false if the set is empty.
  bool propagate();
  double lower(std::size_t variable) const { return lower_[variable]; }
  double upper(std::size_t variable) const { return upper_[variable]; }
  bool is_fixed(std::size_t variable) const { return lower_[variable] == upper_[variable]; }
  bool is_bounded(std::size_t variable) const;

private:
  struct Row {
    std::vector<std::pair<std::size_t, double>> factors{};
    double constant = 0;
  };
  bool propagate(Row const& row, bool& is_changed);

  std::vector<Row> rows_;
  std::vector<double> lower_, upper_;
};

/// Returns the value of an int32 scalar temporary, for these values of the loop variables that are known.
using ScalarValue = std::function<double(std::string const& scalar, ir::NameValues const& loops)>;

/// Calls `visit` for all instances in the order that defines the result, with the values of all loops of the
/// instruction. Ranges that depend on scalar temporaries are determined when their loop starts. Throws base::UserError
/// if a loop has infinitely many iterations.
void for_each_instance(LoopKernel const& kernel, ir::NameValues const& parameters, ScalarValue const& scalar,
                       std::function<void(Instruction const&, ir::NameValues const& loops)> const& visit);

/// Calls `visit` for all values of `loops`, in lexicographic order, for the values `outer` of the loops outside.
void for_each_point(LoopKernel const& kernel, std::vector<std::string> const& loops, ir::NameValues const& outer,
                    ir::NameValues const& parameters, ScalarValue const& scalar,
                    std::function<void(ir::NameValues const& loops)> const& visit);

/// Returns a text such as `add[i=0, k=1]`.
std::string instance_text(Instruction const& instruction, ir::NameValues const& loops);

} // namespace chemora::loops
