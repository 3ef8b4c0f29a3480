#include "kernels/device/device.hpp"

#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"

#include <chrono>
#include <cstring>

namespace chemora::device {

namespace {

/// Returns the byte offset of a point in an array.
std::size_t offset_of(ArrayShape const& shape, int x, int y, int z) {
  auto const row =
      static_cast<std::size_t>(z) * static_cast<std::size_t>(shape.extent[1]) + static_cast<std::size_t>(y);
  return shape.element_size * (row * static_cast<std::size_t>(shape.extent[0]) + static_cast<std::size_t>(x));
}

/// Calls `visit(offset, length)` for each row of a box: its offset in the array and its length, in bytes.
template <typename Visit>
void for_rows(ArrayShape const& shape, base::Box const& box, Visit const& visit) {
  auto const row_bytes = shape.element_size * static_cast<std::size_t>(box.extent(0));
  for (int z = box.lower[2]; z < box.upper[2]; ++z)
    for (int y = box.lower[1]; y < box.upper[1]; ++y) visit(offset_of(shape, box.lower[0], y, z), row_bytes);
}

class ClockStopwatch final : public Stopwatch {
public:
  void start() override { started_ = Clock::now(); }
  void stop() noexcept override { seconds_ += std::chrono::duration<double>(Clock::now() - started_).count(); }
  double seconds() override { return seconds_; }

private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point started_;
  double seconds_ = 0;
};

} // namespace

std::unique_ptr<Stopwatch> Device::make_stopwatch() { return std::make_unique<ClockStopwatch>(); }

std::unique_ptr<Counters> Device::open_counters() {
  throw DeviceError(properties().name + " has no hardware counters that Chemora can read.");
}

std::unique_ptr<Device> make_device(plan::Language language, DeviceOptions const& options) {
  switch (language) {
  case plan::Language::cpp:
    return make_host_device({.own_memory = options.own_memory});
  case plan::Language::opencl:
    return make_opencl_device({options.platform, options.device, options.share});
  case plan::Language::cuda:
    return make_cuda_device({options.device, options.share},
                            options.replays_launches ? CudaCounting::replay : CudaCounting::times);
  }
  throw DeviceError("This language has no device."); // unreachable: -Wswitch reports a missing case
}

bool is_empty(chemora_kernel_arguments const& arguments) {
  for (int axis = 0; axis < 3; ++axis)
    if (arguments.upper[axis] <= arguments.lower[axis]) return true;
  return false;
}

std::size_t bytes_of(std::span<ArrayBox const> boxes) {
  std::size_t bytes = 0;
  for (ArrayBox const& box : boxes) bytes += box.bytes();
  return bytes;
}

std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box) {
  base::Box const copied = intersect({{0, 0, 0}, shape.extent}, box);
  if (copied.is_empty() || to == from) return 0;
  for_rows(shape, copied, [&](std::size_t offset, std::size_t bytes) {
    std::memcpy(static_cast<char*>(to) + offset, static_cast<char const*>(from) + offset, bytes);
  });
  return shape.element_size * static_cast<std::size_t>(copied.n_points());
}

void pack_boxes(void* packed, std::span<ArrayBox const> boxes) {
  auto* to = static_cast<char*>(packed);
  for (ArrayBox const& box : boxes)
    for_rows(box.shape, box.box, [&](std::size_t offset, std::size_t bytes) {
      std::memcpy(to, static_cast<char const*>(box.memory) + offset, bytes);
      to += bytes;
    });
}

void unpack_boxes(std::span<ArrayBox const> boxes, void const* packed) {
  auto const* from = static_cast<char const*>(packed);
  for (ArrayBox const& box : boxes)
    for_rows(box.shape, box.box, [&](std::size_t offset, std::size_t bytes) {
      std::memcpy(static_cast<char*>(box.memory) + offset, from, bytes);
      from += bytes;
    });
}

void copy_boxes(std::span<ArrayBox const> from, std::span<ArrayBox const> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    base::Box const &source = from[i].box, &target = to[i].box;
    auto const row_bytes = from[i].shape.element_size * static_cast<std::size_t>(source.extent(0));
    for (int z = 0; z < source.extent(2); ++z)
      for (int y = 0; y < source.extent(1); ++y)
        std::memcpy(static_cast<char*>(to[i].memory) +
                        offset_of(to[i].shape, target.lower[0], target.lower[1] + y, target.lower[2] + z),
                    static_cast<char const*>(from[i].memory) +
                        offset_of(from[i].shape, source.lower[0], source.lower[1] + y, source.lower[2] + z),
                    row_bytes);
  }
}

} // namespace chemora::device
