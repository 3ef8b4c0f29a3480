// Picks a device and makes its streams.
#include "kernels/device/cuda/session.hpp"

#include "framework/base/nearest_name.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/match_device.hpp"

#include <fmt/format.h>

#include <vector>

namespace chemora::device {

namespace {

constexpr unsigned stream_apart_from_the_default_one = 1;

std::string name_of(CudaDevice device) {
  char name[256] = "";
  check_cuda(cuda().device_name(name, sizeof name, device), "cuDeviceGetName", "CUDA");
  return name;
}

CudaDevice choose(CudaChoice const& choice) {
  int count = 0;
  check_cuda(cuda().device_count(&count), "cuDeviceGetCount", "CUDA");
  std::vector<CudaDevice> meant;
  std::vector<std::string> names;
  std::string list;
  for (CudaDevice device = 0; device < count; ++device) { // ordinals are handles
    std::string const name = name_of(device);
    names.push_back(name);
    list += fmt::format("  device {}: {}\n", device, name);
    if (is_meant(choice.device, device, name)) meant.push_back(device);
  }
  if (!meant.empty()) return meant[static_cast<std::size_t>(choice.share) % meant.size()];
  throw DeviceError(fmt::format("No CUDA device is {}.{} There are:\n{}Name one by number or by a part of its name.",
                                choice.device.empty() ? "there" : "`" + choice.device + "`",
                                base::did_you_mean(choice.device, names), list.empty() ? "  (none)\n" : list));
}

} // namespace

CudaSession::CudaSession(CudaChoice const& choice) : device_(choose(choice)), name_(name_of(device_)) {
  check_cuda(cuda().retain_context(&context_, device_), "cuDevicePrimaryCtxRetain", name_);
  enter();
  for (CudaStream* const stream : {&stream_, &transfers_})
    check_cuda(cuda().create_stream(stream, stream_apart_from_the_default_one), "cuStreamCreate", name_);
}

CudaSession::~CudaSession() {
  cuda().use_context(context_);
  for (CudaStream const stream : {stream_, transfers_}) {
    cuda().finish_stream(stream);
    cuda().destroy_stream(stream);
  }
  cuda().release_context(device_);
}

int CudaSession::fact(CudaDeviceFact fact) const {
  int value = 0;
  check_cuda(cuda().device_fact(&value, fact, device_), "cuDeviceGetAttribute", name_);
  return value;
}

void CudaSession::begin_launch() {
  is_repeated_ = replay && replay->begin();
  if (is_repeated_) return;
  if (counted) counted->before_launch();
  if (timed) timed->before_launch();
}

void CudaSession::end_launch() {
  ++n_launches_;
  if (is_repeated_) {
    auto const seconds = replay->end();
    if (timed && seconds) timed->took(*seconds);
    return;
  }
  if (timed) timed->after_launch();
  if (counted) counted->after_launch();
}

void CudaSession::finish() const {
  enter();
  for (CudaStream const stream : {stream_, transfers_})
    check_cuda(cuda().finish_stream(stream), "cuStreamSynchronize", name_);
}

} // namespace chemora::device
