// Two rounds of compiling: the second, which has requests only where an object of the cache did not load, looks nothing
// up.
#include "kernels/jit/compile_and_load.hpp"

#include <algorithm>
#include <chrono>

namespace chemora::jit {

namespace {

/// Adds its lifetime to a number of seconds.
class Timer {
public:
  explicit Timer(double& seconds) : seconds_(seconds) {}
  ~Timer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Timer(Timer const&) = delete;
  Timer& operator=(Timer const&) = delete;

private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void load(Loaded& loaded, Request const& request, device::LaunchShape const& shape, device::Device& device) {
  if (loaded.obtained.object.empty()) return;
  try {
    loaded.module = device.load(request.kernel, loaded.obtained.object, shape);
  } catch (device::DeviceError const& error) {
    if (!loaded.obtained.is_from_cache) throw;
    loaded.complaint = error.what();
  }
}

bool is_any(std::vector<std::size_t> const& unusable, Exchange& exchange) {
  auto const all = exchange.all_gather(unusable.empty() ? "" : "some");
  return std::any_of(all.begin(), all.end(), [](auto const& text) { return !text.empty(); });
}

} // namespace

std::vector<Loaded> compile_and_load(std::vector<Request> const& requests, std::span<device::LaunchShape const> shapes,
                                     Workshop& workshop, device::Device& device, DiskCache* cache, Exchange& exchange,
                                     int n_compilers, LoadingSeconds& seconds) {
  std::vector<Loaded> all(requests.size());
  std::vector<std::size_t> unusable;
  {
    Timer const timer(seconds.compile);
    auto obtained = compile_once(requests, workshop, device, cache, exchange, n_compilers);
    for (std::size_t n = 0; n < all.size(); ++n) all[n].obtained = std::move(obtained[n]);
  }
  for (std::size_t n = 0; n < all.size(); ++n) {
    Timer const timer(seconds.load);
    load(all[n], requests[n], shapes[n], device);
    if (!all[n].complaint.empty()) unusable.push_back(n);
  }
  if (!is_any(unusable, exchange)) return all;

  std::vector<Request> again;
  for (auto const n : unusable) again.push_back(requests[n]);
  {
    Timer const timer(seconds.compile);
    auto obtained = compile_once(again, workshop, device, cache, exchange, n_compilers, LookUp::nothing);
    for (std::size_t i = 0; i < unusable.size(); ++i) all[unusable[i]].obtained = std::move(obtained[i]);
  }
  for (auto const n : unusable) {
    Timer const timer(seconds.load);
    load(all[n], requests[n], shapes[n], device);
  }
  return all;
}

} // namespace chemora::jit
