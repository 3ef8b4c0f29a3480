// The standard thorn's C functions, in terms of ours.
#include "ioutil_Utils.h"

#include "IO/IOTools/src/grid_slab.hpp"
#include "IO/IOTools/src/output_list.hpp"

#include <cctk_Parameters.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace {

std::string anything(int) { return ""; }

/// The vectors of a request in one block: those with an entry per dimension of the variable, and `direction` with one
/// per pair of dimensions. A scalar has a block too, so that the pointers are not null.
void allocate_vectors(ioRequest& request) {
  CCTK_INT** const members[] = {&request.origin,  &request.extent, &request.downsample,
                                &request.hoffset, &request.hsize,  &request.hsize_chunk};
  auto const n = static_cast<std::size_t>(request.vdim);
  request.vectors = static_cast<CCTK_INT*>(std::calloc(std::size(members) * n + n * n + 1, sizeof(CCTK_INT)));
  CCTK_INT* next = request.vectors;
  for (auto* const member : members) {
    *member = next;
    next += n;
  }
  request.direction = next;
}

} // namespace

extern "C" ioRequest* IOUtil_DefaultIORequest(const cGH* GH, int vindex, int out_every_default,
                                              CCTK_REAL out_dt_default) {
  DECLARE_CCTK_PARAMETERS
  int const dim = CCTK_GroupDimFromVarI(vindex);
  if (dim < 0) return nullptr;
  auto* const request = static_cast<ioRequest*>(std::calloc(1, sizeof(ioRequest)));
  request->out_every = out_every_default;
  request->out_dt = out_dt_default;
  request->vindex = vindex;
  request->vdim = request->hdim = dim;
  request->hdatatype = CCTK_VarTypeI(vindex);
  if (out_single_precision && request->hdatatype == CCTK_VARIABLE_REAL && CCTK_GroupTypeFromVarI(vindex) != CCTK_SCALAR)
    request->hdatatype = CCTK_VARIABLE_REAL4;
  request->out_unchunked = 1;
  request->compression_level = -1;
  request->refinement_levels = -1;
  allocate_vectors(*request);
  if (dim == 0) return request;
  auto const slab = iotools::whole(
      GH, vindex,
      {static_cast<int>(out_downsample_x), static_cast<int>(out_downsample_y), static_cast<int>(out_downsample_z)});
  std::copy(slab.extent.begin(), slab.extent.end(), request->extent);
  std::copy(slab.direction.begin(), slab.direction.end(), request->direction);
  std::copy(slab.downsample.begin(), slab.downsample.end(), request->downsample);
  return request;
}

extern "C" void IOUtil_FreeIORequest(ioRequest** request) {
  if (request == nullptr || *request == nullptr) return;
  std::free((*request)->vectors);
  std::free((*request)->reductions);
  std::free(*request);
  *request = nullptr;
}

extern "C" void IOUtil_ParseVarsForOutput(const cGH* GH, const char* method_name, const char* parameter_name,
                                          int stop_on_parse_errors, const char* out_vars, int out_every_default,
                                          CCTK_REAL out_dt_default, ioRequest* request_list[]) {
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) IOUtil_FreeIORequest(&request_list[variable]);
  iotools::Findings findings;
  for (auto const& found : iotools::read_requests(out_vars, anything, findings)) {
    auto* const request = IOUtil_DefaultIORequest(GH, found.variable, out_every_default, out_dt_default);
    request->out_every = found.options.out_every.value_or(out_every_default);
    request->out_dt = found.options.out_dt.value_or(out_dt_default);
    request->compression_level = found.options.compression_level.value_or(-1);
    if (found.options.reductions) request->reductions = strdup(found.options.reductions->c_str());
    request_list[found.variable] = request;
  }
  for (auto const& error : findings.errors)
    CCTK_VWarn(stop_on_parse_errors ? 0 : 1, __LINE__, __FILE__, CCTK_THORNSTRING, "%s (%s): %s", parameter_name,
               method_name, error.c_str());
}

extern "C" void IOUtil_ParseOutputFrequency(const char* method_name, const char* parameter_name,
                                            int stop_on_parse_errors, int vindex, const char* optstring,
                                            CCTK_INT* out_every, CCTK_REAL* out_dt) {
  std::vector<std::string> errors;
  auto const text = iotools::full_name(vindex) + "{" + (optstring == nullptr ? "" : optstring) + "}";
  for (auto const& item : iotools::parse_items(text, errors)) {
    if (out_every != nullptr && item.options.out_every) *out_every = *item.options.out_every;
    if (out_dt != nullptr && item.options.out_dt) *out_dt = *item.options.out_dt;
  }
  for (auto const& error : errors)
    CCTK_VWarn(stop_on_parse_errors ? 0 : 1, __LINE__, __FILE__, CCTK_THORNSTRING, "%s (%s): %s", parameter_name,
               method_name, error.c_str());
}

extern "C" int IOUtil_CreateDirectory(const cGH* GH, const char* dirname, int multiple_io_procs, int ioproc) {
  int const rank = CCTK_MyProc(GH);
  int status = rank == 0 ? CCTK_CreateDirectory(0755, dirname) : 0;
  if (multiple_io_procs != 0) {
    CCTK_Barrier(GH);
    if (rank != 0 && rank == ioproc) status = CCTK_CreateDirectory(0755, dirname);
  }
  return status;
}
