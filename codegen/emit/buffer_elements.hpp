// How elements of buffers are spelled.
#pragma once

#include "codegen/ir/buffers.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::emit {

/// A buffer of the loops with what its elements' names are made of. In a tile, elements lie as in an array: the first
/// axis fastest, planes along the walk, used in turn, slowest.
struct BufferPlace {
  ir::Buffer const* buffer = nullptr;
  std::string identifier; ///< `kept_tile_phi`; in registers `kept_registers_phi_0` and so on
  base::Index3 extent{1, 1, 1};
  int walk = -1; ///< axis along which only some planes are kept

  bool is_in_tile() const { return buffer->scope == ir::Scope::tile; }
  int n_elements() const { return extent[0] * extent[1] * extent[2]; }
  /// Axes of the array within a plane, or all three; the fastest first.
  std::vector<int> array_axes() const;
  int elements_of_plane() const;
};

/// ` + 3`, ` - 3`, or nothing for 0.
std::string step_text(int n);

class BufferElements {
public:
  explicit BufferElements(ir::Loops const& loops);

  std::vector<BufferPlace> const& all() const { return places_; }
  BufferPlace const* find(std::string const& name) const;
  /// In a tile: `kept_tile_phi[at_kept_tile_phi - 2]`; in registers: `kept_registers_phi_3`.
  std::string element(BufferPlace const& place, ir::Access const& access) const;
  /// The number of the point's element within a plane, or the whole: what `at_kept_tile_phi` is.
  std::string number_at_point(BufferPlace const& place) const;
  /// Where the plane `steps` further than that of the point begins: `(z - tile_z + 4) % 6 * 120`.
  std::string plane(BufferPlace const& place, int steps) const;

private:
  std::string from_first(BufferPlace const& place, int axis, int steps) const;

  ir::Loops const& loops_;
  std::vector<BufferPlace> places_;
};

} // namespace chemora::emit
