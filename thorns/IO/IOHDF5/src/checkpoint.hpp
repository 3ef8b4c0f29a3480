/// Declares the variables of a checkpoint, their distribution over processes, and functions that write and remove
/// checkpoint files.
#pragma once

#include "Numerics/ThornTools/src/host_access.hpp"

#include <cctk.h>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iohdf5 {

/// A box of grid points of a variable. The vectors list x first. A scalar has no directions.
struct Box {
  std::vector<int> begin, end; ///< global indices

  std::size_t n_points() const;
  std::vector<int> shape() const;

  /// The number of points in a row along x; 1 for a scalar.
  std::size_t row_length() const { return begin.empty() ? 1 : static_cast<std::size_t>(end[0] - begin[0]); }

  /// Calls action(index of the first point, index of the row) for each row along x. The second direction varies
  /// fastest.
  template <class Action>
  void for_rows(Action action) const {
    if (n_points() == 0) return;
    std::vector<int> index = begin;
    for (std::size_t row = 0;; ++row) {
      action(index, row);
      std::size_t d = 1;
      for (; d < index.size() && ++index[d] == end[d]; ++d) index[d] = begin[d];
      if (d >= index.size()) return;
    }
  }

  bool operator==(Box const&) const = default;
};

Box intersection(Box const& a, Box const& b);

/// Describes which points of a variable are on this process.
struct LocalPart {
  Box stored;                 ///< all points on this process, with ghost zones
  Box owned;                  ///< the points that this process owns
  std::vector<int> strides;   ///< allocated points in each direction, including padding
  std::vector<int> whole;     ///< global number of points
  bool is_replicated = false; ///< every process holds the same whole variable

  /// Returns the position of the point with global index `index` in an array with `strides` points per direction.
  std::size_t offset(std::vector<int> const& index, std::vector<int> const& strides) const;
};

LocalPart local_part(cGH const* cctkGH, int group);

/// Whether checkpoints contain the group. The group must have storage and at least one point, and its tags must not
/// contain Checkpoint="no".
bool belongs_to_checkpoint(cGH const* cctkGH, int group);

/// Appends the time level of a variable to `levels` if thorn Accelerator tracks the variable. Accelerator tracks only
/// grid functions.
void add_tracked(thorntools::TimeLevels& levels, int variable, int time_level);

/// Notifies the device that the host has new values.
void notify_modified_on_host(cGH const* cctkGH, thorntools::TimeLevels const& levels);

/// One time level of a variable that is part of a checkpoint.
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

  /// Copies values that are valid only on a device to the host.
  void copy_to_host(cGH const* cctkGH) const;

  /// Returns an upper bound of the bytes that the fields of this process need in a file.
  std::size_t bytes() const;
};

/// The values of a part of a variable. They are in the order of the array in memory, without padding.
struct Chunk {
  LocalPart part;
  std::vector<std::byte> values;
};

/// This process' part of a field. The values must be on the host.
Chunk local_chunk(cGH const* cctkGH, Field const& field);

void send_chunk(Chunk const& chunk, int rank);
Chunk receive_chunk(int rank, std::size_t dimension);

/// Writes the checkpoint `<base>.it_<iteration>` into the existing `folder`. On return, either the checkpoint is
/// complete on disk, or it is invalid and an older checkpoint of that name is unchanged. Returns an empty string, or
/// the reasons of the failure. Collective.
std::string write_checkpoint(cGH const* cctkGH, std::string const& folder, std::string const& base);

/// Removes the files of a checkpoint, starting with its manifest. A partly removed checkpoint is therefore never
/// complete. Only rank 0 may call this function.
void remove_checkpoint(std::string const& folder, std::string const& set);

/// The checkpoint from which this run continues.
struct Recovered {
  std::string folder, set;
  int iteration = 0;
};

/// Records the checkpoint from which this run continues, after its variables were read. It is then the newest
/// checkpoint, and a newer checkpoint may replace it later.
void record_recovered(Recovered const& recovered);

/// The iteration of the checkpoint from which this run continues, if it continues from one.
std::optional<int> recovered_iteration();

} // namespace iohdf5
