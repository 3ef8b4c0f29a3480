// The aliased functions: Cactus' hyperslab interface over mappings and extraction.
#include "extract.hpp"

#include <algorithm>

namespace pughslab {
namespace {

std::vector<int> copied(CCTK_INT const* numbers, int n) {
  return numbers ? std::vector<int>(numbers, numbers + n) : std::vector<int>{};
}

int complain(char const* function, int variable, SlabError const& error) {
  char const* const name = variable >= 0 && variable < CCTK_NumVars() ? CCTK_FullVarName(variable) : "(no variable)";
  CCTK_VWARN(CCTK_WARN_ALERT, "%s for '%s': %s", function, name, error.what());
  return error.code();
}

Query make_query(void const* grid_hierarchy, int variable, int hdim, CCTK_INT const* direction, CCTK_INT const* origin,
                 CCTK_INT const* extent, CCTK_INT const* downsample, int table, Conversion conversion) {
  int const dimension = CCTK_GroupDimFromVarI(variable);
  if (dimension < 0) throw SlabError(-1, "there is no such variable");
  if (hdim < 0 || hdim > dimension)
    throw SlabError(-2, "a hyperslab of " + std::to_string(hdim) + " dimensions cannot be cut from a variable of " +
                            std::to_string(dimension));
  if (!direction || !origin || !extent) throw SlabError(-3, "direction, origin or extent is NULL");
  Request request{hdim, copied(direction, hdim * dimension), copied(origin, dimension), copied(extent, hdim),
                  copied(downsample, hdim)};
  return {static_cast<cGH const*>(grid_hierarchy), variable, std::move(request), table, conversion};
}

void copy_out(Index const& from, int n, CCTK_INT* to) {
  if (to) std::copy_n(from.begin(), n, to);
}

int get(void const* grid_hierarchy, int handle, int process, int variable, int time_level, int type, void* values) {
  try {
    Mapping const* const mapping = find(handle);
    if (!mapping) throw SlabError(-1, "there is no mapping with this handle");
    extract({static_cast<cGH const*>(grid_hierarchy), mapping, variable, time_level, process, type, values});
    return 0;
  } catch (SlabError const& error) {
    return complain("Hyperslab_Get", variable, error);
  }
}

} // namespace
} // namespace pughslab

extern "C" CCTK_INT PUGHSlab_GlobalMappingByIndex(CCTK_POINTER_TO_CONST gh, CCTK_INT vindex, CCTK_INT hdim,
                                                  CCTK_INT const* direction, CCTK_INT const* origin,
                                                  CCTK_INT const* extent, CCTK_INT const* downsample,
                                                  CCTK_INT table_handle, pughslab::Conversion conversion_fn,
                                                  CCTK_INT* hsize) {
  using namespace pughslab;
  try {
    Mapping mapping = make_global_mapping(
        make_query(gh, vindex, hdim, direction, origin, extent, downsample, table_handle, conversion_fn));
    copy_out(mapping.slab.size, hdim, hsize);
    return keep(std::move(mapping));
  } catch (SlabError const& error) {
    return complain("Hyperslab_GlobalMappingByIndex", vindex, error);
  }
}

extern "C" CCTK_INT PUGHSlab_LocalMappingByIndex(CCTK_POINTER_TO_CONST gh, CCTK_INT vindex, CCTK_INT hdim,
                                                 CCTK_INT const* direction, CCTK_INT const* origin,
                                                 CCTK_INT const* extent, CCTK_INT const* downsample,
                                                 CCTK_INT table_handle, pughslab::Conversion conversion_fn,
                                                 CCTK_INT* hsize_local, CCTK_INT* hsize_global,
                                                 CCTK_INT* hoffset_global) {
  using namespace pughslab;
  try {
    Mapping mapping = make_local_mapping(
        make_query(gh, vindex, hdim, direction, origin, extent, downsample, table_handle, conversion_fn));
    copy_out(mapping.part.size, hdim, hsize_local);
    copy_out(mapping.slab.size, hdim, hsize_global);
    copy_out(mapping.part.lower, hdim, hoffset_global);
    return keep(std::move(mapping));
  } catch (SlabError const& error) {
    return complain("Hyperslab_LocalMappingByIndex", vindex, error);
  }
}

extern "C" CCTK_INT PUGHSlab_FreeMapping(CCTK_INT mapping_handle) { return pughslab::forget(mapping_handle) ? 0 : -1; }

extern "C" CCTK_INT PUGHSlab_Get(CCTK_POINTER_TO_CONST gh, CCTK_INT mapping_handle, CCTK_INT proc, CCTK_INT vindex,
                                 CCTK_INT timelevel, CCTK_INT hdatatype, CCTK_POINTER hdata) {
  return pughslab::get(gh, mapping_handle, proc, vindex, timelevel, hdatatype, hdata);
}

extern "C" CCTK_INT PUGHSlab_GetList(CCTK_POINTER_TO_CONST gh, CCTK_INT mapping_handle, CCTK_INT num_arrays,
                                     CCTK_INT const* procs, CCTK_INT const* vindices, CCTK_INT const* timelevels,
                                     CCTK_INT const* hdatatypes, CCTK_POINTER const* hdata, CCTK_INT* retvals) {
  CCTK_INT n_extracted = 0;
  for (int i = 0; i < num_arrays; ++i) {
    int const code =
        pughslab::get(gh, mapping_handle, procs ? procs[i] : 0, vindices[i], timelevels ? timelevels[i] : 0,
                      hdatatypes ? hdatatypes[i] : -1, hdata ? hdata[i] : nullptr);
    if (retvals) retvals[i] = code;
    n_extracted += code == 0;
  }
  return n_extracted;
}
