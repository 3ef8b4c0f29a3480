/// Spells names, literals, array elements and right-hand sides of statements in the languages of the C family.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// The absolute value of the lanes of a vector, by their sign bits.
constexpr char const* magnitude_of_vectors = R"(template <class V> CHEMORA_INLINE V magnitude(V a) {
  return (V)((decltype(a < a))a & ~(decltype(a < a))(-V()));
}
)";

/// Returns `prefix` followed by `name`. Every character of `name` other than a letter, digit or underscore becomes an
/// underscore. No other character of a user's text reaches emitted source.
std::string mangled(std::string const& prefix, std::string const& name);

/// Returns distinct identifiers for `names`. If two names are mangled to the same identifier, a number is appended.
std::map<std::string, std::string> identifiers(std::string const& prefix, std::vector<std::string> const& names);

/// A buffer of the loops as it appears in emitted source. A buffer in a tile is an array in which the first axis varies
/// fastest. If the buffer has a `stream` axis, its planes or rows along this axis are reused cyclically, and this axis
/// varies slowest.
struct EmittedBuffer {
  ir::Buffer const* buffer = nullptr;
  std::string identifier; ///< `kept_tile_phi` in a tile; `kept_registers_phi_0` and so on in registers
  base::Index3 extent{1, 1, 1};
  int stream = -1; ///< axis along which only some planes are stored; -1 if the whole tile is stored
  /// Axes of the array, the fastest first: all axes, or those of the loops inside the loop along `stream`.
  std::vector<int> array_axes;

  bool is_in_tile() const { return buffer->scope == ir::Scope::tile; }
  int n_elements() const { return extent[0] * extent[1] * extent[2]; }
  int elements_of_plane() const;
};

/// Returns ` + 3`, ` - 3`, or nothing for 0.
std::string step_text(int n);

/// Spells elements of buffers.
class BufferElements {
public:
  explicit BufferElements(ir::Loops const& loops);

  std::vector<EmittedBuffer> const& buffers() const { return buffers_; }
  EmittedBuffer const* find(std::string const& name) const;
  /// Returns the element of a buffer: `kept_tile_phi[at_kept_tile_phi - 2]` in shared memory, `kept_registers_phi_3` in
  /// registers.
  std::string element(EmittedBuffer const& buffer, ir::Access const& access) const;
  /// Returns the index of the point's element within a plane or the tile, which the variable `at_kept_tile_phi` holds.
  std::string number_at_point(EmittedBuffer const& buffer) const;
  /// Returns the first index of the plane that is `steps` planes after the plane of the point, as the start of a sum:
  /// `(z - tile_z + 4) % 6 * 120 + `. The result is empty if the buffer has one plane.
  std::string plane(EmittedBuffer const& buffer, int steps) const;

private:
  std::string from_first(EmittedBuffer const& buffer, int axis, int steps) const;

  ir::Loops const& loops_;
  std::vector<EmittedBuffer> buffers_;
};

/// Returns double, float, int, bool, or Int16 and Int8, which narrow_type_definitions defines.
std::string c_type(ir::Type type);

/// Returns a literal that represents `number` exactly: a hexadecimal floating-point number, an integer, true or false.
/// The dialect spells infinities and NaNs.
std::string c_literal(ir::Type type, double number, Dialect const& dialect);

/// True for operations written as a call of `Dialect::function` at this type.
bool is_function(ir::Op op, ir::Type type);

/// One of several points in an unrolled loop body. The registers of copy number 1 are named v0_1, v1_1, and so on. The
/// number of the copy is the sum of its offsets, each multiplied by the weight of the register along that axis.
struct PointCopy {
  ir::Offset offset{0, 0, 0};
  std::map<ir::RegisterId, ir::Offset> const* weights = nullptr;
};

/// Spells statements, whose registers are named v0, v1, ... The printer declares the other names that the text uses: x,
/// y, z (local point), lower_global_x, spacing_x, origin_x (and y, z), i (linear index of the point), dj and dk
/// (distance to the next row and plane).
class CExpressions {
public:
  CExpressions(ir::Loops const& loops, Dialect const& dialect);

  /// Selects the copy of the point that all following calls spell.
  void set_copy(PointCopy const& copy) { copy_ = copy; }
  std::string name(ir::RegisterId id) const;
  ir::Type type(ir::RegisterId id) const { return types_.at(id); }

  /// Returns the value of a statement that is not a store.
  std::string value(ir::Statement const& statement) const;
  /// Returns an element of an argument, `in_rho[i - 2*dj]`, or of a buffer. `point` names the linear index of the
  /// point.
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
