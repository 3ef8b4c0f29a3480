// Kernels as loaded modules, whatever is in the cache.
#pragma once

#include "kernels/jit/compile_once.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::jit {

struct Loaded {
  Obtained obtained;
  std::unique_ptr<device::Module> module; ///< null where `obtained.object` is empty
  std::string complaint; ///< what was wrong with the object from the cache, as a sentence; empty: nothing was
};

/// What all of the calls spent on one or the other, in seconds.
struct LoadingSeconds {
  double compile = 0;
  double load = 0;
};

/// Collective, as compile_once. What comes from the cache and does not load here, for whatever reason, is compiled
/// anew, and replaces what the cache has; where nobody compiles, the object is empty. `shapes` are those of the
/// requests' launches. Throws device::DeviceError when something just compiled does not load.
std::vector<Loaded> compile_and_load(std::vector<Request> const& requests, std::span<device::LaunchShape const> shapes,
                                     Workshop& workshop, device::Device& device, DiskCache* cache, Exchange& exchange,
                                     int n_compilers, LoadingSeconds& seconds);

} // namespace chemora::jit
