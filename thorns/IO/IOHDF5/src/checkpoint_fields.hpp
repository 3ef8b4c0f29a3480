// What a checkpoint holds, and parts of it on their way to the process that writes them.
#pragma once

#include "device_data.hpp"
#include "local_part.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace iohdf5 {

struct Field {
  int variable = 0;
  int time_level = 0;
  int n_time_levels = 1;
  LocalPart const* part = nullptr;
};

/// Everything that belongs to a checkpoint, in the order of the variables.
struct Fields {
  std::vector<std::unique_ptr<LocalPart>> parts;
  std::vector<Field> all;

  explicit Fields(cGH const* cctkGH);

  std::vector<Level> levels() const;

  /// Upper bound of what this process's fields need in a file.
  std::size_t bytes() const;
};

/// A part of a variable, its values in the order of the memory without gaps.
struct Chunk {
  LocalPart part;
  std::vector<std::byte> values;
};

/// What this process holds; the values must be on the host.
Chunk own_chunk(cGH const* cctkGH, Field const& field);

void send_chunk(Chunk const& chunk, int rank);
Chunk receive_chunk(int rank, std::size_t dimension);

} // namespace iohdf5
