// Determines the variables of a checkpoint and the points that each process writes, and copies these points from a
// device to the host.
#include "checkpoint.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "Numerics/ThornTools/src/grid.hpp"

#include <algorithm>
#include <cctk_Functions.h>
#include <cstring>
#include <util_Table.h>

namespace iohdf5 {

std::size_t Box::n_points() const {
  std::size_t n = 1;
  for (std::size_t d = 0; d < begin.size(); ++d) n *= static_cast<std::size_t>(std::max(0, end[d] - begin[d]));
  return n;
}

std::vector<int> Box::shape() const {
  std::vector<int> shape;
  for (std::size_t d = 0; d < begin.size(); ++d) shape.push_back(std::max(0, end[d] - begin[d]));
  return shape;
}

Box intersection(Box const& a, Box const& b) {
  Box common = a;
  for (std::size_t d = 0; d < a.begin.size(); ++d) {
    common.begin[d] = std::max(a.begin[d], b.begin[d]);
    common.end[d] = std::max(common.begin[d], std::min(a.end[d], b.end[d]));
  }
  return common;
}

LocalPart local_part(cGH const* cctkGH, int group) {
  LocalPart part;
  cGroup declared{};
  CCTK_GroupData(group, &declared);
  part.is_replicated = declared.grouptype == CCTK_SCALAR || declared.disttype == CCTK_DISTRIB_CONSTANT;
  if (declared.grouptype == CCTK_SCALAR) return part;
  cGroupDynamicData data{};
  CCTK_GroupDynamicData(cctkGH, group, &data);
  std::vector<int> begin(static_cast<std::size_t>(data.dim)), end(begin);
  thorntools::owned_points(data, begin.data(), end.data());
  for (int d = 0; d < data.dim; ++d) {
    auto const direction = static_cast<std::size_t>(d);
    // Every process stores the whole array, but PUGH of Cactus assigns different global indices to the copies.
    int const lower = part.is_replicated ? 0 : data.lbnd[d];
    part.stored.begin.push_back(lower);
    part.stored.end.push_back(lower + data.lsh[d]);
    part.owned.begin.push_back(lower + begin[direction]);
    part.owned.end.push_back(lower + end[direction]);
    part.strides.push_back(data.ash[d]);
    part.whole.push_back(part.is_replicated ? data.lsh[d] : data.gsh[d]);
  }
  if (part.is_replicated) part.owned = part.stored;
  return part;
}

bool belongs_to_checkpoint(cGH const* cctkGH, int group) {
  if (CCTK_NumVarsInGroupI(group) <= 0 || CCTK_QueryGroupStorageI(cctkGH, group) <= 0) return false;
  auto const whole = local_part(cctkGH, group).whole;
  if (std::any_of(whole.begin(), whole.end(), [](int n) { return n <= 0; })) return false;
  char tag[8] = "";
  int const table = CCTK_GroupTagsTableI(group);
  bool const is_tagged = table >= 0 && Util_TableGetString(table, sizeof tag, tag, "checkpoint") > 0;
  return !is_tagged || !CCTK_Equals(tag, "no");
}

std::size_t LocalPart::offset(std::vector<int> const& index, std::vector<int> const& strides) const {
  std::size_t result = 0;
  for (std::size_t d = index.size(); d-- > 0;)
    result = result * static_cast<std::size_t>(strides[d]) + static_cast<std::size_t>(index[d] - stored.begin[d]);
  return result;
}

void add_tracked(thorntools::TimeLevels& levels, int variable, int time_level) {
  if (CCTK_GroupTypeFromVarI(variable) != CCTK_SCALAR) levels.add(variable, time_level);
}

void notify_modified_on_host(cGH const* cctkGH, thorntools::TimeLevels const& levels) {
  if (CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    thorntools::call_for_host(Accelerator_NotifyDataModified, cctkGH, levels);
}

namespace {

/// Upper bound of the bytes that a dataset needs in addition to its values, for headers, attributes and its entry in a
/// group.
constexpr std::size_t dataset_overhead = 8192;

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

void Fields::copy_to_host(cGH const* cctkGH) const {
  thorntools::TimeLevels levels;
  for (auto const& field : all) add_tracked(levels, field.variable, field.time_level);
  if (CCTK_IsFunctionAliased("Accelerator_FetchToHost")) {
    std::vector<CCTK_INT> const refinement_levels(levels.variables.size(), thorntools::refinement_level(cctkGH));
    Accelerator_FetchToHost(cctkGH, levels.variables.data(), refinement_levels.data(), levels.time_levels.data(),
                            levels.size());
  } else if (CCTK_IsFunctionAliased("Accelerator_RequireValidData")) {
    thorntools::call_for_host(Accelerator_RequireValidData, cctkGH, levels);
  }
}

std::size_t Fields::bytes() const {
  std::size_t total = 0;
  for (auto const& field : all)
    total += dataset_overhead +
             field.part->stored.n_points() * static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(field.variable)));
  return total;
}

Chunk local_chunk(cGH const* cctkGH, Field const& field) {
  auto const& part = *field.part;
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(field.variable)));
  Chunk chunk{part, std::vector<std::byte>(part.stored.n_points() * size)};
  auto const* const data = static_cast<std::byte const*>(CCTK_VarDataPtrI(cctkGH, field.time_level, field.variable));
  std::size_t const row_size = part.stored.row_length() * size;
  part.stored.for_rows([&](std::vector<int> const& index, std::size_t row) {
    std::memcpy(chunk.values.data() + row * row_size, data + part.offset(index, part.strides) * size, row_size);
  });
  return chunk;
}

void send_chunk(Chunk const& chunk, int rank) {
  std::vector<int> numbers;
  for (auto const* const list :
       {&chunk.part.stored.begin, &chunk.part.stored.end, &chunk.part.owned.begin, &chunk.part.owned.end})
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
       {&chunk.part.stored.begin, &chunk.part.stored.end, &chunk.part.owned.begin, &chunk.part.owned.end}) {
    list->assign(next, next + static_cast<std::ptrdiff_t>(dimension));
    next += static_cast<std::ptrdiff_t>(dimension);
  }
  chunk.values = iotools::receive(rank);
  return chunk;
}

} // namespace iohdf5
