#include "kernels/search/captured_kernels.hpp"

#include "framework/base/text.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tuning/individual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace chemora::search {

CapturedKernels::CapturedKernels(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device)
    : loaded_(loaded) {
  Capture const& capture = loaded.capture;
  auto const split = plan::split(capture.graph, plan);
  for (auto const& piece : split.pieces) compile(piece, device);
  for (std::string const& output : capture.graph.outputs) {
    auto const offset = reinterpret_cast<std::uintptr_t>(loaded.arrays.at(output).data()) % page_bytes;
    copies_.emplace(output, ArrayMemory(capture.bytes_of_array(), offset));
    copy_captured(output);
    if (base::contains(capture.graph.inputs, output)) updated_.push_back(output);
  }
  for (int slot = 0; slot < split.n_slots; ++slot) scratch_.emplace_back(capture.bytes_of_array(), 0);
  for (auto const& temporary : split.temporaries) slots_[temporary.variable] = temporary.slot;
  for (auto const& kernel : kernels_)
    arguments_.push_back(kernel.collect([&](std::string const& name) { return address(name); },
                                        [&](std::string const& name) { return capture.parameters.at(name); }));
}

void CapturedKernels::compile(plan::Piece const& piece, device::Device& device) {
  Capture const& capture = loaded_.capture;
  auto const lowered = jit::lower_to_source(piece.graph, piece.plan, capture.problem.allocated);
  device::CompileRequest const request{capture.kernel, lowered.source, false};
  auto const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty())
    throw device::DeviceError(fmt::format("{} what the compiler accepts: {}", tuning::exceeded, compiled.error));
  kernels_.emplace_back(piece.graph, capture.extent, capture.problem.allocated,
                        device.load(capture.kernel, compiled.object, lowered.shape));
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
  std::memcpy(copies_.at(name).data(), loaded_.arrays.at(name).data(), loaded_.capture.bytes_of_array());
}

void CapturedKernels::reset() {
  for (std::string const& name : updated_) copy_captured(name);
}

std::uint64_t CapturedKernels::digest() const {
  std::uint64_t digest = 0;
  for (auto const& [name, copy] : copies_) digest = digest_of(copy.data(), loaded_.capture.bytes_of_array(), digest);
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
