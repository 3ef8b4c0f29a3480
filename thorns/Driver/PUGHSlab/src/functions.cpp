/// The aliased functions of the hyperslab interface of Cactus.
#include "geometry/convert.hpp"
#include "geometry/slab.hpp"
#include "mapping.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/host_access.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <string>

namespace pughslab {

/// A request for the values of a variable at the points of a mapping.
struct Extraction {
  cGH const* cctkGH;
  Mapping const* mapping;
  int variable;
  int time_level;
  int destination; // rank of the receiving process, or -1 for all processes
  int type;        // requested type CCTK_VARIABLE_*; negative: the type of the variable
  void* values;    // buffer for the slab, first index fastest; NULL: not stored
};

namespace {

/// Copies and converts one row of values from the array of the variable to consecutive elements.
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
    throw SlabError(-3, std::string("values of type ") + CCTK_VarTypeName(from) +
                            " cannot be converted to the requested type");
  return {from, to, static_cast<std::size_t>(CCTK_VarTypeSize(from)), static_cast<std::size_t>(CCTK_VarTypeSize(to)),
          conversion};
}

void check_size(Extraction const& e) {
  cGroupDynamicData data;
  int const group = CCTK_GroupIndexFromVarI(e.variable);
  bool has_size = group >= 0 && CCTK_GroupDynamicData(e.cctkGH, group, &data) >= 0 && data.dim == e.mapping->dimension;
  for (int d = 0; has_size && d < data.dim; ++d)
    has_size = data.gsh[d] == e.mapping->extent[d] && data.lsh[d] == e.mapping->piece.shape[d];
  if (!has_size) throw SlabError(-4, "its size differs from that of the variable of the mapping");
}

/// The local piece of the array with its allocated shape, which may be larger than the local extent because of padding.
Piece allocated_piece(Extraction const& e) {
  Piece piece = e.mapping->piece;
  cGroupDynamicData data;
  CCTK_GroupDynamicData(e.cctkGH, CCTK_GroupIndexFromVarI(e.variable), &data);
  for (int d = 0; d < data.dim; ++d) piece.shape[d] = data.ash[d];
  return piece;
}

std::vector<std::byte> local_values(Extraction const& e, Copier const& copy) {
  Mapping const& mapping = *e.mapping;
  std::vector<std::byte> values(mapping.part.n_points() * copy.to_size);
  if (values.empty()) return values;
  thorntools::require_on_host(e.cctkGH, e.variable, e.time_level);
  auto const* const data = static_cast<std::byte const*>(CCTK_VarDataPtrI(e.cctkGH, e.time_level, e.variable));
  Lines const lines = lines_of(mapping.slab, mapping.part, allocated_piece(e));
  std::byte* target = values.data();
  for (std::size_t begin : lines.begin) {
    copy(data + begin * copy.from_size, lines.stride, lines.length, target);
    target += lines.length * copy.to_size;
  }
  return values;
}

/// Gathers the parts of the slab from all processes at the destination and assembles the slab.
void collect(Extraction const& e, std::size_t point_size, std::vector<std::byte> const& local) {
  auto const& parts = e.mapping->parts;
  std::vector<int> counts, offsets;
  std::size_t total = 0;
  for (Part const& part : parts) {
    counts.push_back(static_cast<int>(part.n_points()));
    offsets.push_back(static_cast<int>(total));
    total += part.n_points();
    if (total > INT_MAX) throw SlabError(-5, "a slab of more than 2147483647 points is too large for MPI");
  }
  MPI_Comm const communicator = thorntools::communicator(e.cctkGH);
  bool const is_destination = e.destination < 0 || e.destination == CCTK_MyProc(e.cctkGH);
  std::vector<std::byte> received(is_destination ? total * point_size : 0);
  MPI_Datatype point = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(point_size), MPI_BYTE, &point);
  MPI_Type_commit(&point);
  int const n_local = static_cast<int>(e.mapping->part.n_points());
  if (e.destination < 0)
    MPI_Allgatherv(local.data(), n_local, point, received.data(), counts.data(), offsets.data(), point, communicator);
  else
    MPI_Gatherv(local.data(), n_local, point, received.data(), counts.data(), offsets.data(), point, e.destination,
                communicator);
  MPI_Type_free(&point);
  for (std::size_t rank = 0; is_destination && e.values && rank < parts.size(); ++rank)
    copy_into_slab(e.mapping->slab, parts[rank], point_size, received.data() + offsets[rank] * point_size,
                   static_cast<std::byte*>(e.values));
}

} // namespace

/// Extracts a slab. Collective for mappings of the whole grid. Throws SlabError: -2 the time level has no storage, -3
/// the types cannot be converted, -4 the size of the variable differs from that of the mapping, -5 the slab has more
/// points than MPI can count.
void extract(Extraction const& e) {
  int const group = CCTK_GroupIndexFromVarI(e.variable);
  check_size(e);
  if (e.time_level < 0 || e.time_level >= CCTK_ActiveTimeLevelsGI(e.cctkGH, group))
    throw SlabError(-2, "time level " + std::to_string(e.time_level) + " has no storage");
  int const from = CCTK_VarTypeI(e.variable);
  Copier const copy = make_copier(from, e.type < 0 ? from : e.type, e.mapping->conversion);
  auto const local = local_values(e, copy);
  if (!e.mapping->parts.empty()) return collect(e, copy.to_size, local);
  bool const is_destination = e.destination < 0 || e.destination == CCTK_MyProc(e.cctkGH);
  if (is_destination && e.values && !local.empty()) std::memcpy(e.values, local.data(), local.size());
}

namespace {

std::vector<int> to_vector(CCTK_INT const* numbers, int n) {
  return numbers ? std::vector<int>(numbers, numbers + n) : std::vector<int>{};
}

int report(char const* function, int variable, SlabError const& error) {
  char const* const name = variable >= 0 && variable < CCTK_NumVars() ? CCTK_FullVarName(variable) : "(no variable)";
  CCTK_VWARN(CCTK_WARN_ALERT, "%s for '%s': %s", function, name, error.what());
  return error.code();
}

Query make_query(void const* cctkGH, int variable, int hdim, CCTK_INT const* direction, CCTK_INT const* origin,
                 CCTK_INT const* extent, CCTK_INT const* downsample, int table, Conversion conversion) {
  int const dimension = CCTK_GroupDimFromVarI(variable);
  if (dimension < 0) throw SlabError(-1, "there is no such variable");
  if (hdim < 0 || hdim > dimension)
    throw SlabError(-2, "a hyperslab of " + std::to_string(hdim) + " dimensions cannot be cut from a variable of " +
                            std::to_string(dimension));
  if (!direction || !origin || !extent) throw SlabError(-3, "direction, origin or extent is NULL");
  Request request{hdim, to_vector(direction, hdim * dimension), to_vector(origin, dimension), to_vector(extent, hdim),
                  to_vector(downsample, hdim)};
  return {static_cast<cGH const*>(cctkGH), variable, std::move(request), table, conversion};
}

void copy_out(Index const& from, int n, CCTK_INT* to) {
  if (to) std::copy_n(from.begin(), n, to);
}

int get(void const* cctkGH, int handle, int process, int variable, int time_level, int type, void* values) {
  try {
    Mapping const* const mapping = find(handle);
    if (!mapping) throw SlabError(-1, "there is no mapping with this handle");
    extract({static_cast<cGH const*>(cctkGH), mapping, variable, time_level, process, type, values});
    return 0;
  } catch (SlabError const& error) {
    return report("Hyperslab_Get", variable, error);
  }
}

} // namespace
} // namespace pughslab

extern "C" CCTK_INT PUGHSlab_GlobalMappingByIndex(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT vindex, CCTK_INT hdim,
                                                  CCTK_INT const* direction, CCTK_INT const* origin,
                                                  CCTK_INT const* extent, CCTK_INT const* downsample,
                                                  CCTK_INT table_handle, pughslab::Conversion conversion_fn,
                                                  CCTK_INT* hsize) {
  using namespace pughslab;
  try {
    Mapping mapping = make_global_mapping(
        make_query(cctkGH, vindex, hdim, direction, origin, extent, downsample, table_handle, conversion_fn));
    copy_out(mapping.slab.size, hdim, hsize);
    return store(std::move(mapping));
  } catch (SlabError const& error) {
    return report("Hyperslab_GlobalMappingByIndex", vindex, error);
  }
}

extern "C" CCTK_INT PUGHSlab_LocalMappingByIndex(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT vindex, CCTK_INT hdim,
                                                 CCTK_INT const* direction, CCTK_INT const* origin,
                                                 CCTK_INT const* extent, CCTK_INT const* downsample,
                                                 CCTK_INT table_handle, pughslab::Conversion conversion_fn,
                                                 CCTK_INT* hsize_local, CCTK_INT* hsize_global,
                                                 CCTK_INT* hoffset_global) {
  using namespace pughslab;
  try {
    Mapping mapping = make_local_mapping(
        make_query(cctkGH, vindex, hdim, direction, origin, extent, downsample, table_handle, conversion_fn));
    copy_out(mapping.part.size, hdim, hsize_local);
    copy_out(mapping.slab.size, hdim, hsize_global);
    copy_out(mapping.part.lower, hdim, hoffset_global);
    return store(std::move(mapping));
  } catch (SlabError const& error) {
    return report("Hyperslab_LocalMappingByIndex", vindex, error);
  }
}

extern "C" CCTK_INT PUGHSlab_FreeMapping(CCTK_INT mapping_handle) { return pughslab::discard(mapping_handle) ? 0 : -1; }

extern "C" CCTK_INT PUGHSlab_Get(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT mapping_handle, CCTK_INT proc, CCTK_INT vindex,
                                 CCTK_INT timelevel, CCTK_INT hdatatype, CCTK_POINTER hdata) {
  return pughslab::get(cctkGH, mapping_handle, proc, vindex, timelevel, hdatatype, hdata);
}

extern "C" CCTK_INT PUGHSlab_GetList(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT mapping_handle, CCTK_INT num_arrays,
                                     CCTK_INT const* procs, CCTK_INT const* vindices, CCTK_INT const* timelevels,
                                     CCTK_INT const* hdatatypes, CCTK_POINTER const* hdata, CCTK_INT* retvals) {
  CCTK_INT n_extracted = 0;
  for (int i = 0; i < num_arrays; ++i) {
    int const code =
        pughslab::get(cctkGH, mapping_handle, procs ? procs[i] : 0, vindices[i], timelevels ? timelevels[i] : 0,
                      hdatatypes ? hdatatypes[i] : -1, hdata ? hdata[i] : nullptr);
    if (retvals) retvals[i] = code;
    n_extracted += code == 0;
  }
  return n_extracted;
}
