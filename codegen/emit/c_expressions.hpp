// The right-hand sides of statements in the C family of languages.
#pragma once

#include "codegen/emit/buffer_elements.hpp"
#include "codegen/emit/dialect.hpp"

#include <map>
#include <set>
#include <string>

namespace chemora::emit {

/// double, float, int or bool.
std::string c_type(ir::Type type);

/// A literal with exactly these bits: hexadecimal floating point, a whole number, true or false. Infinities and NaNs
/// as the dialect spells them.
std::string c_literal(ir::Type type, double number, Dialect const& dialect);

/// True for operations written as a call of `Dialect::function` at this type.
bool is_function(ir::Op op, ir::Type type);

/// One of several points whose statements are written out one after the other: where it is, and what its steps along
/// the axes add to the numbers of the registers that points have for themselves, named v0_1, v1_1, ... at number 1.
struct PointCopy {
  ir::Offset offset{0, 0, 0};
  std::map<ir::RegisterId, ir::Offset> const* weights = nullptr;
};

/// Spells statements. Registers are named v0, v1, ...; the printer declares the other names used here: x, y, z (local
/// point), lower_global_x ..., spacing_x ..., origin_x ..., i (linear index of the point), dj and dk (distance to the
/// next row and plane).
class CExpressions {
public:
  CExpressions(ir::Loops const& loops, Dialect const& dialect);

  /// All that is spelled from now on is for this copy of the point.
  void set_copy(PointCopy const& copy) { copy_ = copy; }
  std::string name(ir::RegisterId id) const;
  ir::Type type(ir::RegisterId id) const { return types_.at(id); }

  /// The value of a statement that is not a store.
  std::string value(ir::Statement const& statement) const;
  /// An element of an argument, `in_rho[i - 2*dj]`, or of a buffer; `point` is the name of the point's linear index.
  std::string element(ir::Access const& access, bool is_output, char const* point = "i") const;
  BufferElements const& buffers() const { return buffers_; }
  std::string const& pointer(std::string const& variable, bool is_output) const;

private:
  std::string operation(ir::Statement const& statement) const;
  std::string integer_operation(ir::Statement const& statement) const;
  std::string parameter(ir::Statement const& statement) const;
  std::string local_index(int axis) const;

  ir::Loops const& loops_;
  Dialect const& dialect_;
  std::map<std::string, std::string> inputs_, outputs_;
  BufferElements buffers_;
  std::map<ir::RegisterId, ir::Type> types_;
  PointCopy copy_;
};

} // namespace chemora::emit
