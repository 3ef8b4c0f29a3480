/// Stores the data of kernels in files, on which a search then measures plans (kernels/search).
#pragma once

#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/search/capture.hpp"

#include <memory>
#include <span>
#include <string>

namespace chemora::runtime {

struct CompiledRegion;

class Captures {
public:
  /// Captures are folders in `folder`, which is empty if nothing is to be captured.
  explicit Captures(std::string folder) : folder_(std::move(folder)) {}

  /// Stores the arguments of the first launch after the initial data. Later launches of the region store nothing.
  void take(CompiledRegion& region, std::span<base::Box const> boxes, launch::LocalGrid const& grid,
            std::span<launch::BoundKernel::Arguments const> arguments);

private:
  std::string folder_;
  int n_captures_ = 0;
};

} // namespace chemora::runtime
