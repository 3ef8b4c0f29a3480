// Takes the values of a variable at the points of a mapping.
#include "extract.hpp"

#include "geometry/convert.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/host_data.hpp"

#include <climits>
#include <cstring>
#include <string>

namespace pughslab {
namespace {

// How one line of values goes from the variable's memory to consecutive values of another type.
struct Copier {
  int from, to;
  std::size_t from_size, to_size;
  Conversion conversion;

  void operator()(std::byte const* source, std::ptrdiff_t stride, int n, std::byte* target) const {
    if (conversion) {
      if (conversion(n, static_cast<CCTK_INT>(stride), 1, from, to, source, target) != n)
        throw SlabError(-3, "the conversion function given with the mapping did not convert all values");
    } else if (from != to)
      convert(from, source, stride, static_cast<std::size_t>(n), to, target);
    else if (stride == 1)
      std::memcpy(target, source, n * from_size);
    else
      for (int i = 0; i < n; ++i)
        std::memcpy(target + i * to_size, source + i * stride * static_cast<std::ptrdiff_t>(from_size), to_size);
  }
};

Copier make_copier(int from, int to, Conversion conversion) {
  bool const is_possible = conversion || from == to || is_convertible(from, to);
  if (!is_possible || CCTK_VarTypeSize(to) <= 0)
    throw SlabError(-3,
                    std::string("values of type ") + CCTK_VarTypeName(from) + " do not convert to the type asked for");
  return {from, to, static_cast<std::size_t>(CCTK_VarTypeSize(from)), static_cast<std::size_t>(CCTK_VarTypeSize(to)),
          conversion};
}

void check_size(Extraction const& e) {
  cGroupDynamicData data;
  int const group = CCTK_GroupIndexFromVarI(e.variable);
  bool fits =
      group >= 0 && CCTK_GroupDynamicData(e.grid_hierarchy, group, &data) >= 0 && data.dim == e.mapping->dimension;
  for (int d = 0; fits && d < data.dim; ++d)
    fits = data.gsh[d] == e.mapping->extent[d] && data.lsh[d] == e.mapping->piece.shape[d];
  if (!fits) throw SlabError(-4, "its size differs from that of the variable the mapping was made for");
}

// The piece as it lies in the variable's memory, which may have more points than are used.
Piece in_memory(Extraction const& e) {
  Piece piece = e.mapping->piece;
  cGroupDynamicData data;
  CCTK_GroupDynamicData(e.grid_hierarchy, CCTK_GroupIndexFromVarI(e.variable), &data);
  for (int d = 0; d < data.dim; ++d) piece.shape[d] = data.ash[d];
  return piece;
}

std::vector<std::byte> values_here(Extraction const& e, Copier const& copy) {
  Mapping const& mapping = *e.mapping;
  std::vector<std::byte> values(mapping.part.n_points() * copy.to_size);
  if (values.empty()) return values;
  thorntools::require_on_host(e.grid_hierarchy, e.variable, e.time_level);
  auto const* const data = static_cast<std::byte const*>(CCTK_VarDataPtrI(e.grid_hierarchy, e.time_level, e.variable));
  Lines const lines = lines_of(mapping.slab, mapping.part, in_memory(e));
  std::byte* target = values.data();
  for (std::size_t begin : lines.begin) {
    copy(data + begin * copy.from_size, lines.stride, lines.length, target);
    target += lines.length * copy.to_size;
  }
  return values;
}

// Brings the parts of all processes to the destination and puts each in its place.
void collect(Extraction const& e, std::size_t point_size, std::vector<std::byte> const& mine) {
  auto const& parts = e.mapping->parts;
  std::vector<int> counts, offsets;
  std::size_t total = 0;
  for (Part const& part : parts) {
    counts.push_back(static_cast<int>(part.n_points()));
    offsets.push_back(static_cast<int>(total));
    total += part.n_points();
    if (total > INT_MAX) throw SlabError(-5, "a slab of more than 2147483647 points is larger than MPI can collect");
  }
  MPI_Comm const all = thorntools::communicator(e.grid_hierarchy);
  bool const is_destination = e.destination < 0 || e.destination == CCTK_MyProc(e.grid_hierarchy);
  std::vector<std::byte> received(is_destination ? total * point_size : 0);
  MPI_Datatype point = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(point_size), MPI_BYTE, &point);
  MPI_Type_commit(&point);
  int const n_mine = static_cast<int>(e.mapping->part.n_points());
  if (e.destination < 0)
    MPI_Allgatherv(mine.data(), n_mine, point, received.data(), counts.data(), offsets.data(), point, all);
  else
    MPI_Gatherv(mine.data(), n_mine, point, received.data(), counts.data(), offsets.data(), point, e.destination, all);
  MPI_Type_free(&point);
  for (std::size_t rank = 0; is_destination && e.values && rank < parts.size(); ++rank)
    place(e.mapping->slab, parts[rank], point_size, received.data() + offsets[rank] * point_size,
          static_cast<std::byte*>(e.values));
}

} // namespace

void extract(Extraction const& e) {
  int const group = CCTK_GroupIndexFromVarI(e.variable);
  check_size(e);
  if (e.time_level < 0 || e.time_level >= CCTK_ActiveTimeLevelsGI(e.grid_hierarchy, group))
    throw SlabError(-2, "time level " + std::to_string(e.time_level) + " has no storage");
  int const from = CCTK_VarTypeI(e.variable);
  Copier const copy = make_copier(from, e.type < 0 ? from : e.type, e.mapping->conversion);
  auto const mine = values_here(e, copy);
  if (!e.mapping->parts.empty()) return collect(e, copy.to_size, mine);
  bool const is_destination = e.destination < 0 || e.destination == CCTK_MyProc(e.grid_hierarchy);
  if (is_destination && e.values && !mine.empty()) std::memcpy(e.values, mine.data(), mine.size());
}

} // namespace pughslab
