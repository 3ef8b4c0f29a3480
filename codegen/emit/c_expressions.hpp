/// Names, literals, array elements and the right-hand sides of statements in the languages of the C family.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// `prefix` followed by `name`, in which every other character than a letter, digit or underscore becomes an
/// underscore. No other character of a user's text reaches emitted source.
std::string mangled(std::string const& prefix, std::string const& name);

/// Distinct identifiers for `names`. A number is appended if two names are mangled to the same identifier.
std::map<std::string, std::string> identifiers(std::string const& prefix, std::vector<std::string> const& names);

/// A buffer of the loops in emitted source. A buffer in a tile is an array with the first axis fastest. Planes along
/// the axis of `stream` are used in turn; they are the slowest axis.
struct EmittedBuffer {
  ir::Buffer const* buffer = nullptr;
  std::string identifier; ///< `kept_tile_phi`; in registers `kept_registers_phi_0` and so on
  base::Index3 extent{1, 1, 1};
  int stream = -1; ///< axis along which only some planes are stored; -1: the whole tile is

  bool is_in_tile() const { return buffer->scope == ir::Scope::tile; }
  int n_elements() const { return extent[0] * extent[1] * extent[2]; }
  /// Axes of the array within a plane, or all three axes; the fastest first.
  std::vector<int> array_axes() const;
  int elements_of_plane() const;
};

/// ` + 3`, ` - 3`, or nothing for 0.
std::string step_text(int n);

/// Spells elements of buffers.
class BufferElements {
public:
  explicit BufferElements(ir::Loops const& loops);

  std::vector<EmittedBuffer> const& buffers() const { return buffers_; }
  EmittedBuffer const* find(std::string const& name) const;
  /// In a tile: `kept_tile_phi[at_kept_tile_phi - 2]`; in registers: `kept_registers_phi_3`.
  std::string element(EmittedBuffer const& buffer, ir::Access const& access) const;
  /// The index of the point's element within a plane or the tile: the value of `at_kept_tile_phi`.
  std::string number_at_point(EmittedBuffer const& buffer) const;
  /// The first index of the plane `steps` after that of the point: `(z - tile_z + 4) % 6 * 120`.
  std::string plane(EmittedBuffer const& buffer, int steps) const;

private:
  std::string from_first(EmittedBuffer const& buffer, int axis, int steps) const;

  ir::Loops const& loops_;
  std::vector<EmittedBuffer> buffers_;
};

/// double, float, int or bool.
std::string c_type(ir::Type type);

/// A literal with exactly these bits: hexadecimal floating point, a whole number, true or false. Infinities and NaNs
/// are spelled by the dialect.
std::string c_literal(ir::Type type, double number, Dialect const& dialect);

/// True for operations written as a call of `Dialect::function` at this type.
bool is_function(ir::Op op, ir::Type type);

/// One of several points in an unrolled loop body. Copy number 1 of a register is named v0_1, v1_1, and so on; the
/// number is the sum of the offsets times the weights of the register.
struct PointCopy {
  ir::Offset offset{0, 0, 0};
  std::map<ir::RegisterId, ir::Offset> const* weights = nullptr;
};

/// Spells statements. Registers are named v0, v1, ... The printer declares the other names used here: x, y, z (local
/// point), lower_global_x, spacing_x, origin_x (and y, z), i (linear index of the point), dj and dk (distance to the
/// next row and plane).
class CExpressions {
public:
  CExpressions(ir::Loops const& loops, Dialect const& dialect);

  /// Selects the copy of the point for all following calls.
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
