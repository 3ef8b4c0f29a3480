/// The processes that divide a grid, and the messages of sweeps between them.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/compiler_pool.hpp"
#include "kernels/launch/local_grid.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace chemora::recursions {

/// The processes of a run, which send messages to each other. Messages between two processes arrive in the order in
/// which they were sent.
class Processes : public jit::ProcessGroup {
public:
  /// May return before the other process has received the message.
  virtual void send(int to, std::vector<std::byte> message) = 0;
  /// Waits for the message, which has the size of `message`.
  virtual void receive(int from, std::span<std::byte> message) = 0;
  /// Waits until all messages of this process have been received.
  virtual void finish_sends() = 0;
};

using Axes = std::array<bool, 3>;

/// The division of a grid. Indices of points are local indices of this process unless a comment states otherwise.
class SweepDistribution {
public:
  /// Collective. The arguments must outlive this object. Throws base::UserError if a process has no points.
  SweepDistribution(launch::LocalGrid const& grid, Processes& processes, device::Device& device);

  launch::LocalGrid const& grid() const { return grid_; }
  base::Box local() const { return {{0, 0, 0}, grid_.extent}; }
  /// The points that this process computes: along `axes` without ghost zones, otherwise all local points.
  base::Box computed(Axes const& axes) const;
  /// Number of processes along an axis.
  int n_parts(int axis) const;
  /// The adjacent process along an axis, on side -1 or 1; -1 at the end of the grid. Throws base::UserError if the
  /// processes are not arranged in rows.
  int neighbour(int axis, int side) const;

  /// Copies boxes of arrays from or to another process.
  void receive(int from, std::span<device::ArrayBox const> boxes) const;
  void send(int to, std::span<device::ArrayBox const> boxes) const;
  /// Sets the points of the arrays (addresses on the device) that other processes compute for these `axes`, and waits
  /// for the messages of this process. Collective.
  void exchange(std::vector<void*> const& arrays, Axes const& axes) const;

  device::ArrayBox box_of(void* array, base::Box const& box) const { return {array, {grid_.allocated}, box}; }

private:
  /// Global indices of the points of a process.
  struct Part {
    base::Box owned{}, local{};

    base::Box computed(Axes const& axes) const;
  };

  base::Box from_global(base::Box box) const;
  Part const& own() const { return parts_[static_cast<std::size_t>(processes_.rank())]; }

  launch::LocalGrid grid_;
  Processes& processes_;
  device::Device& device_;
  std::vector<Part> parts_; ///< by rank
};

} // namespace chemora::recursions
