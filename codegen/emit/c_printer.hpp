// Loops to source text in any language of the C family.
#pragma once

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/dialect.hpp"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// The whole source: a head comment, the dialect's preamble, the kernel.
std::string print_kernel(ir::Loops const& loops, Dialect const& dialect);

/// Writes a kernel from its head to its last brace. A derived printer may write the nest in another way.
class CPrinter {
public:
  CPrinter(ir::Loops const& loops, Dialect const& dialect);
  virtual ~CPrinter() = default;
  CPrinter(CPrinter const&) = delete;
  CPrinter& operator=(CPrinter const&) = delete;

  std::string print();

protected:
  /// Between the dialect's preamble and the kernel's head.
  virtual std::string definitions() const { return {}; }
  virtual void print_nest();

  /// A line at the present indentation.
  void line(std::string const& text);
  /// `head` and its opening brace; what follows is indented.
  void open(std::string const& head);
  void close(std::string const& after = "");
  /// Sets a register or writes an element.
  void print_statement(ir::Statement const& statement);
  /// Head of a loop over tiles with what the dialect puts before it.
  void open_tile_loop(std::size_t n);
  /// Ends of the tile, clipped to the box, and the arguments: pointers declared here are known to be distinct inside.
  void print_tile_head();
  /// Where the loop over points along an axis begins and ends: `tile_x` and `end_x`, or the box.
  std::string begin_of(int axis) const;
  std::string end_of(int axis) const;

  ir::Loops const& loops_;
  Dialect const& dialect_;
  CExpressions expressions_;

private:
  void scan(std::vector<ir::Statement> const& statements);
  std::string head_comment() const;
  void print_scalars();
  bool has_tiles(int axis) const;
  std::vector<Argument> arguments() const;

  std::set<NeededFunction> functions_;
  std::array<bool, 3> needs_index_{}, needs_origin_{}, needs_spacing_{};
  std::string text_;
  int indent_ = 0;
};

} // namespace chemora::emit
