/// Prints loop trees in the languages of the C family.
#pragma once

#include "codegen/emit/tree_expressions.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::emit {

/// Return the complete source: a head comment, the preamble of the dialect, helper functions and the kernel. The first
/// printer is for the host, the second one for devices, whose source describes the work of one thread.
std::string print_host_tree(ir::LoopTree const& tree, Dialect const& dialect);
std::string print_device_tree(ir::LoopTree const& tree, BlockDialect const& dialect);

/// Returns the temporaries of scope grid, which the kernel receives as outputs after those of ir::arguments_of().
std::vector<std::string> grid_temporaries(ir::LoopTree const& tree);

/// Returns whether the tree has barriers of scope grid. The number of the phase is then the last parameter.
bool has_phases(ir::LoopTree const& tree);

/// What the printers for the host and for devices have in common.
class TreePrinter {
public:
  TreePrinter(ir::LoopTree const& tree, Dialect const& dialect, std::string const& index_type);
  virtual ~TreePrinter() = default;
  TreePrinter(TreePrinter const&) = delete;
  TreePrinter& operator=(TreePrinter const&) = delete;

  std::string print();

protected:
  /// Returns the definitions between the preamble of the dialect and the head of the kernel.
  virtual std::string definitions() const = 0;
  /// Prints the declarations at the start of the kernel.
  virtual void print_declarations() = 0;
  virtual void print_node(ir::TreeNode const& node) = 0;

  void line(std::string const& text);
  void open(std::string const& head);
  void close(std::string const& after = "");
  void print_nodes(std::vector<ir::TreeNode> const& nodes);
  /// Opens `for (long i_n = 0; i_n <= 7; i_n += 1)`.
  void open_loop(ir::TreeNode const& loop);
  /// Returns the inputs of the kernel, its outputs, and the temporaries of scope grid.
  std::vector<Argument> arguments() const;

  ir::LoopTree const& tree_;
  Dialect const& dialect_;
  TreeExpressions expressions_;

private:
  void print_parameters();
  void print_phases();
  ir::Loops loops_for_dialect() const;
  std::string head_comment() const;

  std::string text_;
  int indent_ = 1;
};

} // namespace chemora::emit
