// What differs between the languages of the C family; everything else is the printer's.
#pragma once

#include "codegen/ir/loops.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::emit {

/// A function of the C library needed at a type: sin for real64, say.
using NeededFunction = std::pair<ir::Op, ir::Type>;

/// An array of the kernel.
struct Argument {
  std::string identifier;
  bool is_output = false;
  int position = 0;       ///< among the inputs or the outputs
  bool is_shared = false; ///< another argument may be the same array
};

class Dialect {
public:
  virtual ~Dialect() = default;

  /// Name of the function that does `op` at `type`: sqrt, cbrt, fma, floor, absolute and the
  /// transcendentals.
  virtual std::string function(ir::Op op, ir::Type type) const = 0;
  /// An infinity or a NaN of a real type.
  virtual std::string special_number(ir::Type type, double number) const = 0;
  /// Everything before the kernel: types, declarations of functions.
  virtual std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const = 0;
  /// The kernel's head up to its opening brace.
  virtual std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const = 0;
  /// A member of the arguments that are no arrays: `arguments->time`.
  virtual std::string scalar(std::string const& member) const = 0;
  /// Lines before loop `n` of the nest, each with its newline; empty if the loop needs none.
  virtual std::string before_loop(ir::Loops const& loops, std::size_t n) const = 0;
  /// Declares an array inside the loops over tiles, with a newline; empty where head() has done it.
  virtual std::string declaration(ir::Type real, Argument const& argument) const = 0;
};

/// Of a device that runs blocks of threads: loops need no words before them, and arrays are declared in the head.
class BlockDialect : public Dialect {
public:
  std::string before_loop(ir::Loops const&, std::size_t) const override { return {}; }
  std::string declaration(ir::Type, Argument const&) const override { return {}; }
  /// Number of this block, and of this thread in its block, along an axis.
  virtual std::string block_index(int axis) const = 0;
  virtual std::string thread_index(int axis) const = 0;
  /// What declares memory that the threads of a block share, and the statement at which they wait for each other.
  virtual std::string shared_memory() const = 0;
  virtual std::string barrier() const = 0;
};

} // namespace chemora::emit
