#include "kernels/search/capture.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tuning/individual.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace chemora::search {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 3;

[[noreturn]] void fail(std::string const& file, std::string const& reason) {
  throw base::UserError(fmt::format("The capture {} cannot be used: {}. Capture the kernel again.", file, reason));
}

Json to_json(base::Box const& box) { return {box.lower, box.upper}; }

base::Box box_from(Json const& json) { return {json.at(0).get<base::Index3>(), json.at(1).get<base::Index3>()}; }

Json to_json(ir::GridScalars const& scalars) {
  return {{"spacing", scalars.spacing},           {"origin", scalars.origin}, {"global_size", scalars.global_size},
          {"lower_global", scalars.lower_global}, {"time", scalars.time},     {"time_step", scalars.time_step},
          {"iteration", scalars.iteration}};
}

ir::GridScalars scalars_from(Json const& json) {
  ir::GridScalars scalars;
  json.at("spacing").get_to(scalars.spacing);
  json.at("origin").get_to(scalars.origin);
  json.at("global_size").get_to(scalars.global_size);
  json.at("lower_global").get_to(scalars.lower_global);
  json.at("time").get_to(scalars.time);
  json.at("time_step").get_to(scalars.time_step);
  json.at("iteration").get_to(scalars.iteration);
  return scalars;
}

Json to_json(device::Properties const& device) {
  device::BlockLimits const& blocks = device.blocks;
  return {{"kind", device.kind},
          {"product", device.product},
          {"compiler", device.compiler},
          {"flags", device.flags},
          {"language", static_cast<int>(device.language)},
          {"blocks",
           {{"max_threads", blocks.max_threads},
            {"max_per_axis", blocks.max_per_axis},
            {"n_units", blocks.n_units},
            {"threads_per_unit", blocks.threads_per_unit},
            {"warp", blocks.warp},
            {"local_bytes", blocks.local_bytes},
            {"cache_bytes", blocks.cache_bytes},
            {"line_bytes", blocks.line_bytes}}}};
}

device::Properties device_from(Json const& json) {
  device::Properties device{.kind = json.at("kind"), .product = json.at("product"), .compiler = json.at("compiler")};
  json.at("flags").get_to(device.flags);
  device.language = static_cast<plan::Language>(json.at("language").get<int>());
  Json const& blocks = json.at("blocks");
  blocks.at("max_threads").get_to(device.blocks.max_threads);
  blocks.at("max_per_axis").get_to(device.blocks.max_per_axis);
  blocks.at("n_units").get_to(device.blocks.n_units);
  blocks.at("threads_per_unit").get_to(device.blocks.threads_per_unit);
  blocks.at("warp").get_to(device.blocks.warp);
  blocks.at("local_bytes").get_to(device.blocks.local_bytes);
  blocks.at("cache_bytes").get_to(device.blocks.cache_bytes);
  blocks.at("line_bytes").get_to(device.blocks.line_bytes);
  return device;
}

Json to_json(Capture const& capture) {
  Json boxes = Json::array(), arrays = Json::array();
  for (base::Box const& box : capture.boxes) boxes.push_back(to_json(box));
  for (Capture::Array const& array : capture.arrays) arrays.push_back({{"name", array.name}, {"offset", array.offset}});
  return {{"format", format_version},
          {"kernel", capture.kernel},
          {"graph", ir::to_text(capture.graph)},
          {"model", to_text(capture.model)},
          {"device", to_json(capture.device)},
          {"allocated", capture.problem.allocated},
          {"planned_box", to_json(capture.problem.box)},
          {"n_threads", capture.problem.n_threads},
          {"line_begin", capture.problem.line_begin},
          {"extent", capture.extent},
          {"reads_row_ends", capture.row_ends == launch::RowEnds::may_be_read},
          {"boxes", boxes},
          {"scalars", to_json(capture.scalars)},
          {"parameters", capture.parameters},
          {"access_times", to_text(capture.access)},
          {"arrays", arrays}};
}

Capture capture_from(Json const& json, std::string const& file) {
  if (json.at("format") != format_version) fail(file, "another version of Chemora wrote it");
  Capture capture;
  json.at("kernel").get_to(capture.kernel);
  capture.graph = ir::parse_graph(json.at("graph").get<std::string>(), file);
  capture.model = plan::parse_plan(json.at("model").get<std::string>(), {}, file);
  capture.device = device_from(json.at("device"));
  json.at("allocated").get_to(capture.problem.allocated);
  capture.problem.box = box_from(json.at("planned_box"));
  json.at("n_threads").get_to(capture.problem.n_threads);
  json.at("line_begin").get_to(capture.problem.line_begin);
  json.at("extent").get_to(capture.extent);
  if (json.at("reads_row_ends").get<bool>()) capture.row_ends = launch::RowEnds::may_be_read;
  for (Json const& box : json.at("boxes")) capture.boxes.push_back(box_from(box));
  capture.scalars = scalars_from(json.at("scalars"));
  json.at("parameters").get_to(capture.parameters);
  auto const access = machine::access_times_from(json.at("access_times").get<std::string>());
  if (!access) fail(file, "it " + machine::expected_access_times());
  capture.access = *access;
  for (Json const& array : json.at("arrays"))
    capture.arrays.push_back({array.at("name").get<std::string>(), array.at("offset").get<std::size_t>() % page_bytes});
  return capture;
}

std::string file_of(std::string const& folder, std::size_t array) { return fmt::format("{}/{}.array", folder, array); }

void write_file(std::string const& file, char const* bytes, std::size_t size) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(bytes, static_cast<std::streamsize>(size));
  stream.close();
  if (!stream) throw base::UserError(fmt::format("The file {} cannot be written; is the disk full?", file));
}

base::Box whole(device::ArrayShape const& shape) { return {{0, 0, 0}, shape.extent}; }

} // namespace

device::ArrayShape Capture::shape_of_array() const {
  return {problem.allocated, static_cast<std::size_t>(tiling::element_bytes(graph))};
}

std::int64_t Capture::n_points() const {
  std::int64_t n = 0;
  for (base::Box const& box : boxes) n += box.n_points();
  return n;
}

void write_capture(std::string const& folder, Capture capture, device::Device& device,
                   std::function<void const*(std::string const& name)> const& address) {
  std::string const unfinished = folder + ".unfinished";
  std::error_code error;
  std::filesystem::create_directories(unfinished, error);
  if (error) throw base::UserError(fmt::format("The folder {} cannot be made ({}).", unfinished, error.message()));
  auto const shape = capture.shape_of_array();
  std::vector<char> copy(device.properties().shares_host_memory ? 0 : shape.bytes());
  for (std::size_t n = 0; n < capture.arrays.size(); ++n) {
    void const* const memory = address(capture.arrays[n].name);
    capture.arrays[n].offset = reinterpret_cast<std::uintptr_t>(memory) % page_bytes;
    if (!copy.empty()) device.copy_to_host(copy.data(), memory, shape, whole(shape));
    write_file(file_of(unfinished, n), copy.empty() ? static_cast<char const*>(memory) : copy.data(), shape.bytes());
  }
  std::string const text = to_json(capture).dump(1);
  write_file(unfinished + "/capture.json", text.data(), text.size());
  std::filesystem::rename(unfinished, folder, error);
  if (error) throw base::UserError(fmt::format("The folder {} cannot be made ({}).", folder, error.message()));
}

ArrayMemory::ArrayMemory(std::size_t bytes, std::size_t offset) : offset_(offset) {
  std::size_t const whole_pages = (bytes + offset + page_bytes - 1) / page_bytes * page_bytes;
  memory_ = {static_cast<char*>(std::aligned_alloc(page_bytes, whole_pages)), [](char* memory) { std::free(memory); }};
  if (!memory_) throw std::bad_alloc();
}

ArrayMemory::ArrayMemory(std::size_t bytes, device::Device& device)
    : memory_(static_cast<char*>(device.allocate(bytes)), [&device](char* memory) { device.release(memory); }) {}

LoadedCapture read_capture(std::string const& folder) {
  std::string const file = folder + "/capture.json";
  std::ifstream stream(file);
  if (!stream) fail(file, "it cannot be read");
  std::stringstream text;
  text << stream.rdbuf();
  LoadedCapture loaded;
  try {
    loaded.capture = capture_from(Json::parse(text.str()), file);
  } catch (Json::exception const& error) {
    fail(file, error.what());
  }
  std::size_t const bytes = loaded.capture.shape_of_array().bytes();
  for (std::size_t n = 0; n < loaded.capture.arrays.size(); ++n) {
    auto const& [name, offset] = loaded.capture.arrays[n];
    ArrayMemory memory(bytes, offset);
    std::ifstream elements(file_of(folder, n), std::ios::binary);
    elements.read(memory.data(), static_cast<std::streamsize>(bytes));
    if (!elements || elements.peek() != std::ifstream::traits_type::eof())
      fail(file_of(folder, n), fmt::format("it does not have {} bytes", bytes));
    loaded.arrays.emplace(name, std::move(memory));
  }
  return loaded;
}

CapturedKernels::CapturedKernels(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device)
    : loaded_(loaded), device_(device) {
  Capture const& capture = loaded.capture;
  auto const split = plan::split(capture.graph, plan);
  for (auto const& piece : split.pieces) compile(piece);
  for (auto const& [name, memory] : loaded.arrays) {
    bool const is_output = base::contains(capture.graph.outputs, name);
    if (!is_output && device.properties().shares_host_memory) continue;
    copies_.emplace(name, memory_of(reinterpret_cast<std::uintptr_t>(memory.data()) % page_bytes));
    copy_captured(name);
    if (is_output && base::contains(capture.graph.inputs, name)) updated_.push_back(name);
  }
  for (int slot = 0; slot < split.n_slots; ++slot) scratch_.push_back(memory_of(0));
  for (auto const& temporary : split.temporaries) slots_[temporary.variable] = temporary.slot;
  for (auto const& kernel : kernels_)
    arguments_.push_back(kernel.collect([&](std::string const& name) { return address(name); },
                                        [&](std::string const& name) { return capture.parameters.at(name); }));
}

ArrayMemory CapturedKernels::memory_of(std::size_t offset) const {
  std::size_t const bytes = loaded_.capture.shape_of_array().bytes();
  return device_.properties().shares_host_memory ? ArrayMemory(bytes, offset) : ArrayMemory(bytes, device_);
}

void CapturedKernels::compile(plan::Piece const& piece) {
  Capture const& capture = loaded_.capture;
  auto const lowered =
      jit::lower_to_source(piece.graph, piece.plan, capture.problem.allocated, device_.properties().language);
  device::CompileRequest const request{capture.kernel, lowered.source, false};
  auto const compiled = device_.compile({&request, 1}, 1).front();
  if (!compiled.error.empty())
    throw device::DeviceError(fmt::format("{} what the compiler accepts: {}", tuning::exceeded, compiled.error));
  kernels_.emplace_back(piece.graph, capture.extent, capture.problem.allocated,
                        device_.load(capture.kernel, compiled.object, lowered.shape));
}

void* CapturedKernels::address(std::string const& name) const {
  if (auto const slot = slots_.find(name); slot != slots_.end())
    return scratch_[static_cast<std::size_t>(slot->second)].data();
  auto const copy = copies_.find(name);
  return copy != copies_.end() ? copy->second.data() : loaded_.arrays.at(name).data();
}

void CapturedKernels::run() {
  for (std::size_t n = 0; n < kernels_.size(); ++n)
    kernels_[n].run(loaded_.capture.boxes, loaded_.capture.scalars, arguments_[n], loaded_.capture.row_ends);
}

void CapturedKernels::copy_captured(std::string const& name) {
  auto const shape = loaded_.capture.shape_of_array();
  char const* const captured = loaded_.arrays.at(name).data();
  if (device_.properties().shares_host_memory)
    std::memcpy(copies_.at(name).data(), captured, shape.bytes());
  else
    device_.copy_to_device(copies_.at(name).data(), captured, shape, whole(shape));
}

void CapturedKernels::reset() {
  for (std::string const& name : updated_) copy_captured(name);
}

std::uint64_t CapturedKernels::digest() const {
  auto const shape = loaded_.capture.shape_of_array();
  std::vector<char> copy(device_.properties().shares_host_memory ? 0 : shape.bytes());
  std::uint64_t digest = 0;
  for (std::string const& name : loaded_.capture.graph.outputs) {
    char const* const memory = copies_.at(name).data();
    if (!copy.empty()) device_.copy_to_host(copy.data(), memory, shape, whole(shape));
    digest = digest_of(copy.empty() ? memory : copy.data(), shape.bytes(), digest);
  }
  return digest;
}

std::uint64_t digest_of(char const* bytes, std::size_t size, std::uint64_t seed) {
  constexpr std::size_t n_lanes = 4; // independent chains of multiplications
  constexpr std::uint64_t prime = 0x9e3779b97f4a7c15;
  std::uint64_t lanes[n_lanes] = {seed, seed + 1, seed + 2, seed + 3};
  std::size_t lane = 0;
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t), lane = (lane + 1) % n_lanes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min(sizeof word, size - at));
    lanes[lane] = (lanes[lane] ^ word) * prime;
    lanes[lane] ^= lanes[lane] >> 32;
  }
  std::uint64_t digest = size;
  for (std::uint64_t const each : lanes) {
    digest = (digest ^ each) * prime;
    digest ^= digest >> 29;
  }
  return digest;
}

} // namespace chemora::search
