// Collecting, packing and sending the fields of a checkpoint.
#include "checkpoint_fields.hpp"

#include "IO/IOTools/src/communicate.hpp"

#include <cstring>

namespace iohdf5 {
namespace {

/// Upper bound of what the library needs beside the values of one dataset: headers, attributes, its place in a group.
constexpr std::size_t dataset_overhead = 8192;

/// The values held here without what may lie between rows in memory.
std::vector<std::byte> packed(cGH const* cctkGH, Field const& field) {
  auto const& part = *field.part;
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(field.variable)));
  std::vector<std::byte> values(part.held.n_points() * size);
  if (values.empty()) return values;
  auto const* const data = static_cast<std::byte const*>(CCTK_VarDataPtrI(cctkGH, field.time_level, field.variable));
  auto const shape = part.held.shape();
  std::size_t const row = size * static_cast<std::size_t>(shape.empty() ? 1 : shape[0]);
  std::vector<int> at(shape.size(), 0);
  for (std::size_t to = 0; to < values.size(); to += row) {
    std::size_t from = 0;
    for (std::size_t d = shape.size(); d-- > 1;)
      from = (from + static_cast<std::size_t>(at[d])) * static_cast<std::size_t>(part.strides[d - 1]);
    std::memcpy(values.data() + to, data + from * size, row);
    for (std::size_t d = 1; d < shape.size() && ++at[d] == shape[d]; ++d) at[d] = 0;
  }
  return values;
}

} // namespace

Fields::Fields(cGH const* cctkGH) {
  for (int group = 0; group < CCTK_NumGroups(); ++group) {
    if (!belongs_to_checkpoint(cctkGH, group)) continue;
    auto const* const part = parts.emplace_back(std::make_unique<LocalPart>(local_part(cctkGH, group))).get();
    int const first = CCTK_FirstVarIndexI(group), n_levels = CCTK_ActiveTimeLevelsGI(cctkGH, group);
    for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
      for (int level = 0; level < n_levels; ++level) all.push_back({variable, level, n_levels, part});
  }
}

std::vector<Level> Fields::levels() const {
  std::vector<Level> result;
  for (auto const& field : all) result.push_back({field.variable, field.time_level});
  return result;
}

std::size_t Fields::bytes() const {
  std::size_t total = 0;
  for (auto const& field : all)
    total += dataset_overhead +
             field.part->held.n_points() * static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(field.variable)));
  return total;
}

Chunk own_chunk(cGH const* cctkGH, Field const& field) { return {*field.part, packed(cctkGH, field)}; }

void send_chunk(Chunk const& chunk, int rank) {
  std::vector<int> numbers;
  for (auto const* const list :
       {&chunk.part.held.begin, &chunk.part.held.end, &chunk.part.owned.begin, &chunk.part.owned.end})
    numbers.insert(numbers.end(), list->begin(), list->end());
  std::vector<std::byte> bytes(numbers.size() * sizeof(int));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  iotools::send(bytes, rank);
  iotools::send(chunk.values, rank);
}

Chunk receive_chunk(int rank, std::size_t dimension) {
  auto const bytes = iotools::receive(rank);
  std::vector<int> numbers(bytes.size() / sizeof(int));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  Chunk chunk;
  auto next = numbers.begin();
  for (auto* const list :
       {&chunk.part.held.begin, &chunk.part.held.end, &chunk.part.owned.begin, &chunk.part.owned.end}) {
    list->assign(next, next + static_cast<std::ptrdiff_t>(dimension));
    next += static_cast<std::ptrdiff_t>(dimension);
  }
  chunk.values = iotools::receive(rank);
  return chunk;
}

} // namespace iohdf5
