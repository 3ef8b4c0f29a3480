/// The C functions by which existing output thorns call IOUtil.
#include "ioutil_AdvertisedFiles.h"
#include "ioutil_Utils.h"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_method.hpp"

#include <algorithm>
#include <cctk_Functions.h>
#include <cctk_Parameters.h>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

namespace {

/// Accepts every variable.
std::string no_rejection(int) { return ""; }

/// Allocates the vectors of a request in one block. `direction` has one entry per pair of dimensions of the variable,
/// the others have one entry per dimension. The block of a scalar is not empty, so that no pointer is null.
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

extern "C" ioRequest* IOUtil_DefaultIORequest(const cGH* cctkGH, int vindex, int out_every_default,
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
  auto const slab = iotools::whole_variable(cctkGH, vindex, iotools::downsampling());
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

extern "C" void IOUtil_ParseVarsForOutput(const cGH* cctkGH, const char* method_name, const char* parameter_name,
                                          int stop_on_parse_errors, const char* out_vars, int out_every_default,
                                          CCTK_REAL out_dt_default, ioRequest* request_list[]) {
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) IOUtil_FreeIORequest(&request_list[variable]);
  iotools::Findings findings;
  for (auto const& parsed : iotools::read_requests(out_vars, no_rejection, findings)) {
    auto* const request = IOUtil_DefaultIORequest(cctkGH, parsed.variable, out_every_default, out_dt_default);
    request->out_every = parsed.options.out_every.value_or(out_every_default);
    request->out_dt = parsed.options.out_dt.value_or(out_dt_default);
    request->compression_level = parsed.options.compression_level.value_or(-1);
    if (parsed.options.reductions) request->reductions = strdup(parsed.options.reductions->c_str());
    request_list[parsed.variable] = request;
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

extern "C" int IOUtil_CreateDirectory(const cGH* cctkGH, const char* dirname, int multiple_io_procs, int ioproc) {
  int const rank = CCTK_MyProc(cctkGH);
  int status = rank == 0 ? CCTK_CreateDirectory(0755, dirname) : 0;
  if (multiple_io_procs != 0) {
    CCTK_Barrier(cctkGH);
    if (rank != 0 && rank == ioproc) status = CCTK_CreateDirectory(0755, dirname);
  }
  return status;
}

extern "C" int IOUtil_1DLines(const cGH* cctkGH, int num_dims, int* const* const origin_index,
                              CCTK_REAL* const* const origin_phys, int* const* const slice_center) {
  bool const have_coordinates =
      CCTK_IsFunctionAliased("Coord_GetDefaultSystem") != 0 && Coord_GetDefaultSystem(cctkGH, num_dims) >= 0;
  for (int line = 0; line < num_dims; ++line)
    for (int d = 0; d < num_dims; ++d) {
      iotools::Position const position{.index = origin_index[line][d], .coordinate = origin_phys[line][d]};
      if (d != line && !have_coordinates && position.index < 0) return -1;
      slice_center[line][d] = d == line ? 0 : iotools::slice_index(position, iotools::grid_axis(cctkGH, d));
    }
  return 0;
}

extern "C" int IOUtil_2DPlanes(const cGH* cctkGH, int num_dims, const int* origin_index, const CCTK_REAL* origin_phys,
                               int* slice_center) {
  bool const have_coordinates =
      CCTK_IsFunctionAliased("Coord_GetDefaultSystem") != 0 && Coord_GetDefaultSystem(cctkGH, num_dims) >= 0;
  for (int i = 0; i < num_dims; ++i) {
    iotools::Position const position{.index = origin_index == nullptr ? -2 : origin_index[i],
                                     .coordinate = origin_phys[i]};
    if (!have_coordinates && position.index < 0) return -1;
    slice_center[i] = iotools::slice_index(position, iotools::grid_axis(cctkGH, num_dims - 1 - i));
  }
  return 0;
}

namespace {

struct File {
  std::string name, thorn, variable, mime_type, slice, description;
};

std::vector<ioAdvertisedFileListenerCallbacks> listeners;
std::vector<File> files;

std::string text(char const* value) { return value == nullptr ? "" : value; }

void notify(cGH const* cctkGH, ioAdvertisedFileListenerCallbacks const& listener, File const& file) {
  if (listener.advertise == nullptr) return;
  ioAdvertisedFileDesc const description{.thorn = file.thorn.c_str(),
                                         .varname = file.variable.c_str(),
                                         .mimetype = file.mime_type.c_str(),
                                         .slice = file.slice.c_str(),
                                         .description = file.description.c_str()};
  listener.advertise(cctkGH, file.name.c_str(), &description);
}

} // namespace

extern "C" int IOUtil_RegisterAdvertisedFileListener(const cGH* cctkGH, const char*,
                                                     const ioAdvertisedFileListenerCallbacks* callbacks) {
  if (callbacks == nullptr) return -1;
  listeners.push_back(*callbacks);
  for (auto const& file : files) notify(cctkGH, *callbacks, file);
  return 0;
}

extern "C" int IOUtil_AdvertiseFile(const cGH* cctkGH, const char* filename, const ioAdvertisedFileDesc* desc) {
  DECLARE_CCTK_PARAMETERS
  if (filename == nullptr || desc == nullptr) return -1;
  if (CCTK_Equals(verbose, "full"))
    CCTK_VInfo(CCTK_THORNSTRING, "%s writes %s to %s", desc->thorn, desc->varname, filename);
  files.push_back({filename, text(desc->thorn), text(desc->varname), text(desc->mimetype), text(desc->slice),
                   text(desc->description)});
  for (auto const& listener : listeners) notify(cctkGH, listener, files.back());
  return 0;
}
