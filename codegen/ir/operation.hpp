// The operations a graph is made of, and the one table that describes them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace chemora::ir {

enum class Type { real64, real32, int32, boolean };

enum class Op {
  // leaves without operands
  immediate,  ///< a number or truth value known when the graph was made
  parameter,  ///< a run-time parameter of the thorn, by name
  spacing,    ///< grid spacing along `axis`
  origin,     ///< coordinate of the global grid point 0 along `axis`
  time,       ///< physical time at which the kernel is evaluated
  time_step,  ///< full time step
  iteration,  ///< iteration number, int32
  size,       ///< global number of points along `axis`, int32
  index,      ///< global index along `axis`, int32; varies over the grid
  coordinate, ///< origin + index * spacing along `axis`: one product, one sum, both rounded; varies over the grid
  load,       ///< an input variable at the point itself, by name
  // movement
  shift, ///< the operand at the point displaced by the constant vector `offset`
  // arithmetic; operands and result have one type unless said otherwise
  // minimum(a,b) is b < a ? b : a, maximum(a,b) is a < b ? b : a; integers wrap around and have no divide
  negate,
  add,
  subtract,
  multiply,
  divide,
  fma,
  minimum,
  maximum,
  absolute,
  sqrt,
  cbrt, ///< of the sign of its operand; cube_root.hpp
  power,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  floor,
  // truth values: comparisons take two operands of one type and give boolean
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  select,  ///< condition, then, else: both alternatives are evaluated, one is taken
  convert, ///< to the value's type: int32 -> real, boolean -> int32, real64 <-> real32
};

struct OpInfo {
  Op op;
  std::string_view name; ///< spelling in the text form
  int arity;
  bool is_commutative;    ///< to the bit; for fma: its first two operands
  bool is_transcendental; ///< allowed to differ between device families (architecture section 1)
  int flops;              ///< counted floating-point operations: arithmetic 1, fma 2, changes of sign and all others 0
};

OpInfo const& info(Op op);
std::span<OpInfo const> all_operations();

std::string_view to_text(Type type);

/// The operation or type spelled `name`, if there is one.
std::optional<Op> find_operation(std::string_view name);
std::optional<Type> find_type(std::string_view name);

inline bool is_real(Type type) { return type == Type::real64 || type == Type::real32; }

} // namespace chemora::ir
