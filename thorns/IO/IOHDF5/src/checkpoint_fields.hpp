/// The variables of a checkpoint, and the part of them on each process.
#pragma once

#include <cctk.h>
#include <cstddef>
#include <memory>
#include <vector>

namespace iohdf5 {

/// A box of the grid of a variable, x first. A scalar has no directions.
struct Box {
  std::vector<int> begin, end; ///< global indices

  std::size_t n_points() const;
  std::vector<int> shape() const;
  bool operator==(Box const&) const = default;
};

Box intersection(Box const& a, Box const& b);

/// The part of a variable on this process.
struct LocalPart {
  Box stored;                 ///< all points on this process, with ghost zones
  Box owned;                  ///< the points that this process owns
  std::vector<int> strides;   ///< allocated points in each direction, at least the stored ones
  std::vector<int> whole;     ///< global number of points
  bool is_replicated = false; ///< every process holds the same whole variable
};

LocalPart local_part(cGH const* cctkGH, int group);

/// Whether checkpoints contain the group: it has storage and points, and no tag Checkpoint="no".
bool belongs_to_checkpoint(cGH const* cctkGH, int group);

/// One time level of a variable.
struct Level {
  int variable = 0;
  int time_level = 0;
};

/// Copies values to the host that are valid only on a device.
void copy_to_host(cGH const* cctkGH, std::vector<Level> const& levels);

/// Notifies the device that the host has new values.
void notify_modified_on_host(cGH const* cctkGH, std::vector<Level> const& levels);

/// One time level of a variable, as part of a checkpoint.
struct Field {
  int variable = 0;
  int time_level = 0;
  int n_time_levels = 1;
  LocalPart const* part = nullptr;
};

/// All fields of a checkpoint, in the order of the variables.
struct Fields {
  std::vector<std::unique_ptr<LocalPart>> parts;
  std::vector<Field> all;

  explicit Fields(cGH const* cctkGH);

  std::vector<Level> levels() const;

  /// Upper bound of the size of this process' fields in a file.
  std::size_t bytes() const;
};

/// A part of a variable, with its values in the order of the memory without padding.
struct Chunk {
  LocalPart part;
  std::vector<std::byte> values;
};

/// This process' part of a field. The values must be on the host.
Chunk local_chunk(cGH const* cctkGH, Field const& field);

void send_chunk(Chunk const& chunk, int rank);
Chunk receive_chunk(int rank, std::size_t dimension);

} // namespace iohdf5
