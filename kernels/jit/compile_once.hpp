// Each distinct kernel is compiled once and given to every process that needs it.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/jit/exchange.hpp"
#include "kernels/jit/workshop.hpp"

#include <string>
#include <vector>

namespace chemora::jit {

/// One of a process' kernels. Processes may have different ones, and so many: their local boxes and devices differ.
struct Request {
  std::string kernel;
  std::string source;
  std::string key; ///< everything the object depends on: make_key
};

struct Obtained {
  std::string object; ///< empty: it is not in the cache, and nobody compiles for this process (Workshop says why)
  bool is_from_cache = false;
  double seconds = 0;          ///< of compiling; 0 when it came from the cache
  std::string first_failure{}; ///< of a compilation that succeeded when it was repeated, as sentences
};

/// Everything a compiled object depends on, as text: graph after specialisation, plan, source, compiler with version
/// and flags, processor, version of Chemora.
std::string make_key(std::string const& graph, std::string const& plan, std::string const& source,
                     device::Properties const& properties, Workshop const& workshop);

/// Whether leaders look into the cache before they compile.
enum class LookUp { cache, nothing };

/// Collective; what each process gets is in the order of its requests, of which it may have none. The leaders of the
/// workshop look into the disk cache and compile what is missing, at most `n_compilers` at a time; every process gets
/// its object by message. A leader loads what it has compiled before the object is cached or sent, and repeats a
/// failed compilation once. Only leaders touch the disk; `cache` may be null. A compiler that turns out to compile
/// nothing at all is noted in the workshop on every process. Throws device::DeviceError on every process when a kernel
/// fails twice although others do not.
std::vector<Obtained> compile_once(std::vector<Request> const& requests, Workshop& workshop, device::Device& device,
                                   DiskCache* cache, Exchange& exchange, int n_compilers,
                                   LookUp look_up = LookUp::cache);

} // namespace chemora::jit
