/// Determines the loops of which each iteration can have its own copy of a local variable, and separates independent
/// uses of one local scalar.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::fortran {

struct Access {
  std::string array{};
  std::vector<ir::ExpressionPtr> subscripts{};
  bool is_write = false;
};

/// The accesses of a subroutine in the structure of its loops and branches.
struct Item {
  enum class Kind { instruction, loop, branch };

  Kind kind = Kind::instruction;
  std::vector<Access> accesses{};          ///< of the instruction, the bounds or the conditions; reads first
  std::string loop{};                      ///< name in the kernel
  std::size_t instruction = 0;             ///< index in the kernel
  std::vector<std::vector<Item>> bodies{}; ///< one body of a loop; the alternatives of a branch
};

/// Returns the groups of neighbouring items in which a local scalar is used independently of the other groups: every
/// read in a group follows a write in the group. Each group may have its own variable.
std::vector<std::vector<Item*>> independent_uses(std::string const& scalar, std::vector<Item>& items);

/// Replaces the name of an array in all accesses of the item.
void rename_array(Item& item, std::string const& from, std::string const& to);

/// The first and last value of a loop variable, for loops with step 1.
struct LoopRange {
  ir::LinearExpression lower{}, upper{};
};

/// Returns the longest list of loops, outermost first, that contain all accesses of the array, and in each iteration of
/// which every element is written before it is read. Elements cannot be compared if, for example, an extent is a
/// parameter. Then every iteration must write the same elements, and write all of them before its first read.
std::vector<std::string> copies_of(std::string const& array, std::vector<Item> const& items,
                                   std::map<std::string, LoopRange> const& ranges);

} // namespace chemora::fortran
