#include "kernels/device/opencl/opencl_device.hpp"

#include "kernels/device/block_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::device {

OpenclSession::OpenclSession(ChosenOpencl const& chosen_device) : chosen(chosen_device) {
  cl_int code = CL_SUCCESS;
  context = opencl().create_context(nullptr, 1, &chosen.device, nullptr, nullptr, &code);
  check_opencl(code, "clCreateContext", chosen.device_name);
  queue = opencl().create_queue(context, chosen.device, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code != CL_SUCCESS) opencl().release_context(context);
  check_opencl(code, "clCreateCommandQueue", chosen.device_name);
}

OpenclSession::~OpenclSession() {
  opencl().finish(queue);
  opencl().release_queue(queue);
  opencl().release_context(context);
}

namespace {

class OpenclStopwatch final : public EventStopwatch<OpenclSession, OpenclLaunches, cl_event> {
public:
  using EventStopwatch::EventStopwatch;
  ~OpenclStopwatch() override {
    stop();
    for (cl_event const launch : pending()) opencl().release_event(launch);
  }

private:
  void add(cl_event launch) override { add_pending(launch); }

  double take(cl_event const& launch) override {
    cl_ulong begin = 0, end = 0; // nanoseconds
    cl_int code = opencl().wait_for_events(1, &launch);
    if (code == CL_SUCCESS)
      code = opencl().get_event_time(launch, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
    if (code == CL_SUCCESS) code = opencl().get_event_time(launch, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    opencl().release_event(launch);
    check_opencl(code, "A launch or the request for its time", session().chosen.device_name);
    return 1e-9 * static_cast<double>(end - begin);
  }
};

} // namespace

std::unique_ptr<Stopwatch> make_opencl_stopwatch(std::shared_ptr<OpenclSession> session) {
  return std::make_unique<OpenclStopwatch>(std::move(session));
}

namespace {

bool is_processor(cl_device_id device) {
  return (opencl_number<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
}

BlockLimits limits_of(cl_device_id device) {
  BlockLimits limits;
  limits.max_threads = static_cast<int>(opencl_number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  std::size_t size = 0;
  check_opencl(opencl().get_device_info(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, nullptr, &size), "clGetDeviceInfo",
               "OpenCL");
  std::vector<std::size_t> max_sizes(std::max<std::size_t>(3, size / sizeof(std::size_t)), 1);
  check_opencl(opencl().get_device_info(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, size, max_sizes.data(), nullptr),
               "clGetDeviceInfo", "OpenCL");
  for (std::size_t axis = 0; axis < 3; ++axis)
    limits.max_per_axis[axis] = static_cast<int>(std::min<std::size_t>(max_sizes[axis], 1u << 30));
  limits.n_units = static_cast<int>(opencl_number<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS));
  limits.warp = 32; // GPUs run 32 or 64 threads in lockstep; processors vectorise along x
  limits.local_bytes = opencl_number<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  limits.cache_bytes = opencl_number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  // PoCL reports the size of the caches of all units together.
  if (is_processor(device)) limits.cache_bytes /= static_cast<std::size_t>(std::max(1, limits.n_units));
  auto const line = opencl_number<cl_uint>(device, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  if (line > 0) limits.line_bytes = static_cast<int>(line);
  return limits;
}

/// Throws DeviceError for a device whose results would differ from those of the host.
void require_bits_of_host(ChosenOpencl const& chosen) {
  auto const doubles = opencl_number<cl_device_fp_config>(chosen.device, CL_DEVICE_DOUBLE_FP_CONFIG);
  auto const floats = opencl_number<cl_device_fp_config>(chosen.device, CL_DEVICE_SINGLE_FP_CONFIG);
  std::string missing;
  if (doubles == 0) missing = "64-bit reals";
  if (doubles != 0 && !(doubles & CL_FP_FMA)) missing = "fused multiply-adds of 64-bit reals";
  if (!(floats & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)) missing = "correctly rounded quotients of 32-bit reals";
  if (!(floats & CL_FP_DENORM)) missing = "denormal 32-bit reals";
  if (!missing.empty())
    throw DeviceError(
        fmt::format("{} has no {}: its results would differ from the host's.", chosen.device_name, missing));
}

class OpenclDevice final : public Device {
public:
  explicit OpenclDevice(ChosenOpencl const& chosen) : session_(std::make_shared<OpenclSession>(chosen)) {
    require_bits_of_host(chosen);
    properties_.kind = "opencl:" + one_word(chosen.device_name);
    properties_.product = chosen.device_name;
    properties_.name = fmt::format("{} ({}), device {}", chosen.device_name, chosen.platform_name, chosen.number);
    properties_.compiler = opencl_text(chosen.platform, CL_PLATFORM_VERSION) + ", driver " +
                           opencl_text(chosen.device, CL_DRIVER_VERSION) + ", " + chosen.device_name;
    properties_.flags = opencl_flags();
    properties_.language = plan::Language::opencl;
    properties_.is_processor = is_processor(chosen.device);
    properties_.shares_host_memory = false;
    properties_.blocks = limits_of(chosen.device);
  }

  ~OpenclDevice() override { release(staging_); }
  OpenclDevice(OpenclDevice const&) = delete;
  OpenclDevice& operator=(OpenclDevice const&) = delete;

  Properties const& properties() const override { return properties_; }

  void* allocate(std::size_t bytes) override {
    cl_int code = CL_SUCCESS;
    cl_mem const buffer =
        opencl().create_buffer(session_->context, CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 1), nullptr, &code);
    if (code != CL_SUCCESS)
      throw DeviceMemoryError(fmt::format("{} has no {} bytes of memory left: clCreateBuffer returned {}.",
                                          properties_.name, bytes, opencl_error_name(code)));
    return buffer;
  }
  void release(void* memory) noexcept override {
    if (memory) opencl().release_buffer(static_cast<cl_mem>(memory));
  }

  std::size_t copy_to_device(void* on_device, void const* on_host, ArrayShape const& shape,
                             base::Box const& box) override {
    Rectangle const part(shape, box);
    if (part.is_empty()) return 0;
    check_opencl(opencl().write_rect(session_->queue, static_cast<cl_mem>(on_device), CL_TRUE, part.origin, part.origin,
                                     part.region, part.row_bytes, part.plane_bytes, part.row_bytes, part.plane_bytes,
                                     on_host, 0, nullptr, nullptr),
                 "clEnqueueWriteBufferRect", properties_.name);
    return part.bytes();
  }
  std::size_t copy_to_host(void* on_host, void const* on_device, ArrayShape const& shape,
                           base::Box const& box) override {
    Rectangle const part(shape, box);
    if (part.is_empty()) return 0;
    auto* const buffer = static_cast<cl_mem>(const_cast<void*>(on_device));
    check_opencl(opencl().read_rect(session_->queue, buffer, CL_TRUE, part.origin, part.origin, part.region,
                                    part.row_bytes, part.plane_bytes, part.row_bytes, part.plane_bytes, on_host, 0,
                                    nullptr, nullptr),
                 "clEnqueueReadBufferRect", properties_.name);
    return part.bytes();
  }

  void pack(void* packed, std::span<ArrayBox const> boxes) override {
    std::size_t const bytes = bytes_of(boxes);
    if (bytes == 0) return;
    reserve_staging(bytes);
    move_boxes(boxes, &Rectangle::gather);
    check_opencl(opencl().read_buffer(session_->queue, staging_, CL_TRUE, 0, bytes, packed, 0, nullptr, nullptr),
                 "clEnqueueReadBuffer", properties_.name);
  }
  void unpack(std::span<ArrayBox const> boxes, void const* packed) override {
    std::size_t const bytes = bytes_of(boxes);
    if (bytes == 0) return;
    reserve_staging(bytes);
    check_opencl(opencl().write_buffer(session_->queue, staging_, CL_TRUE, 0, bytes, packed, 0, nullptr, nullptr),
                 "clEnqueueWriteBuffer", properties_.name);
    move_boxes(boxes, &Rectangle::scatter);
  }
  void copy_within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) override {
    for (std::size_t i = 0; i < from.size(); ++i) {
      Rectangle const source(from[i].shape, from[i].box), target(to[i].shape, to[i].box);
      if (source.is_empty()) continue;
      check_opencl(opencl().copy_rect(session_->queue, static_cast<cl_mem>(from[i].memory),
                                      static_cast<cl_mem>(to[i].memory), source.origin, target.origin, source.region,
                                      source.row_bytes, source.plane_bytes, target.row_bytes, target.plane_bytes, 0,
                                      nullptr, nullptr),
                   "clEnqueueCopyBufferRect", properties_.name);
    }
  }

  std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int) override {
    std::vector<CompiledObject> results;
    for (CompileRequest const& request : requests) results.push_back(compile_opencl(*session_, request));
    return results;
  }
  std::unique_ptr<Module> load(std::string const& kernel, std::string const& object,
                               LaunchShape const& shape) override {
    return load_opencl(session_, kernel, object, shape);
  }

  void finish() override { check_opencl(opencl().finish(session_->queue), "clFinish", properties_.name); }
  std::unique_ptr<Stopwatch> make_stopwatch() override { return make_opencl_stopwatch(session_); }

private:
  /// A box of an array as clEnqueueCopyBufferRect describes it: offsets and lengths along x are in bytes.
  struct Rectangle {
    Rectangle(ArrayShape const& shape, base::Box const& box) {
      base::Box const part = intersect({{0, 0, 0}, shape.extent}, box);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        std::size_t const size = axis == 0 ? shape.element_size : 1;
        origin[axis] = part.is_empty() ? 0 : size * static_cast<std::size_t>(part.lower[axis]);
        region[axis] = part.is_empty() ? 0 : size * static_cast<std::size_t>(part.extent(static_cast<int>(axis)));
      }
      row_bytes = shape.element_size * static_cast<std::size_t>(shape.extent[0]);
      plane_bytes = row_bytes * static_cast<std::size_t>(shape.extent[1]);
    }
    /// gather() copies the box from an array to packed memory, and scatter() copies it back.
    cl_int gather(OpenclSession const& session, cl_mem array, cl_mem packed, std::size_t offset) const {
      std::size_t const start[3] = {offset, 0, 0};
      return opencl().copy_rect(session.queue, array, packed, origin, start, region, row_bytes, plane_bytes, region[0],
                                region[0] * region[1], 0, nullptr, nullptr);
    }
    cl_int scatter(OpenclSession const& session, cl_mem array, cl_mem packed, std::size_t offset) const {
      std::size_t const start[3] = {offset, 0, 0};
      return opencl().copy_rect(session.queue, packed, array, start, origin, region, region[0], region[0] * region[1],
                                row_bytes, plane_bytes, 0, nullptr, nullptr);
    }
    std::size_t bytes() const { return region[0] * region[1] * region[2]; }
    bool is_empty() const { return bytes() == 0; }

    std::size_t origin[3], region[3], row_bytes, plane_bytes;
  };

  void reserve_staging(std::size_t bytes) {
    if (bytes <= staging_bytes_) return;
    release(std::exchange(staging_, nullptr));
    staging_bytes_ = 0;
    staging_ = static_cast<cl_mem>(allocate(bytes));
    staging_bytes_ = bytes;
  }
  /// Gathers or scatters all boxes.
  template <typename Move>
  void move_boxes(std::span<ArrayBox const> boxes, Move const& move) {
    std::size_t offset = 0;
    for (ArrayBox const& box : boxes) {
      if (box.bytes() == 0) continue;
      Rectangle const rectangle(box.shape, box.box);
      check_opencl((rectangle.*move)(*session_, static_cast<cl_mem>(box.memory), staging_, offset),
                   "clEnqueueCopyBufferRect", properties_.name);
      offset += box.bytes();
    }
  }

  std::shared_ptr<OpenclSession> session_;
  Properties properties_;
  cl_mem staging_ = nullptr; ///< buffer of packed boxes
  std::size_t staging_bytes_ = 0;
};

} // namespace

std::unique_ptr<Device> make_opencl_device(OpenclChoice const& choice) {
  return std::make_unique<OpenclDevice>(choose_opencl(choice));
}

} // namespace chemora::device
