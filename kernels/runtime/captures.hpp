/// Stores the data of kernels in files, on which a search then measures plans (kernels/search).
#pragma once

#include "kernels/device/private_folder.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/runtime/settings.hpp"
#include "kernels/search/capture.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

struct CompiledRegion;

class Captures {
public:
  /// Captures are folders in Settings::capture_folder or, for a search during this run, in a temporary folder. Only the
  /// first process stores captures. `device` must outlive the object.
  Captures(Settings const& settings, device::Device& device, bool is_first_process);

  /// Stores the arguments of the first launch after the initial data. Later launches of the region store nothing. The
  /// result of take_new() contains an error of a capture for a search during this run.
  void take(CompiledRegion& region, std::span<base::Box const> boxes, launch::LocalGrid const& grid,
            std::span<launch::BoundKernel::Arguments const> arguments);

  /// The stored data of one kernel.
  struct Captured {
    std::string folder, kernel;
    double work = 0; ///< elements of arrays that a launch reads or writes
  };
  /// Captures in a temporary folder, which exists as long as this object.
  struct New {
    std::unique_ptr<device::PrivateFolder> folder{};
    std::vector<Captured> kernels{};
    std::string error{}; ///< why a kernel was not captured
  };
  /// Returns the captures since the last call for a search during this run.
  New take_new() { return std::exchange(new_, {}); }

private:
  void write(search::Capture capture, CompiledRegion const& region,
             std::span<launch::BoundKernel::Arguments const> arguments);

  device::Device& device_;
  bool is_enabled_, is_for_this_run_;
  std::string folder_; ///< empty for a temporary folder
  int n_captures_ = 0;
  New new_;
};

} // namespace chemora::runtime
