// What differs between the languages of the C family; everything else is the printer's.
#pragma once

#include "codegen/ir/loops.hpp"

#include <set>
#include <string>
#include <utility>

namespace chemora::emit {

/// A function of the C library needed at a type: sin for real64, say.
using NeededFunction = std::pair<ir::Op, ir::Type>;

class Dialect {
public:
  virtual ~Dialect() = default;

  /// Name of the function that does `op` at `type`: sqrt, fma, floor, absolute and the transcendentals.
  virtual std::string function(ir::Op op, ir::Type type) const = 0;
  /// Everything before the kernel: types, declarations of functions.
  virtual std::string preamble(std::set<NeededFunction> const& functions) const = 0;
  /// The kernel's head up to its opening brace.
  virtual std::string head(ir::Loops const& loops) const = 0;
  /// Lines before loop `n` of the nest, each with its newline; empty if the loop needs none.
  virtual std::string before_loop(ir::Loops const& loops, std::size_t n) const = 0;
  /// Declares `identifier` as the pointer to argument `position`; `is_shared` when another argument may be the same
  /// array.
  virtual std::string argument(ir::Type real, std::string const& identifier, bool is_output, int position,
                               bool is_shared) const = 0;
};

} // namespace chemora::emit
