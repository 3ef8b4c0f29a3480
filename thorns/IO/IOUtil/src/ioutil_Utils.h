/* What existing output thorns call by these names: requests for output, positions of slices, directories. */
#ifndef BASE_IOUTIL_UTILS_H
#define BASE_IOUTIL_UTILS_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IOUTIL_PARSER_HAS_OUT_DT 1

/* One variable to write, and which part of it. */
typedef struct {
  CCTK_INT out_every;
  CCTK_REAL out_dt;
  int vindex, timelevel;
  CCTK_INT vdim, hdim;                                /* dimensions of the variable and of the part */
  int hdatatype;                                      /* CCTK_VARIABLE_* in the file */
  int check_exist;                                    /* 1: the object may be in the file already */
  int with_ghostzones;                                /* 1: the part includes them */
  int out_unchunked;                                  /* 1: the whole grid in one piece */
  CCTK_INT compression_level;                         /* 0 to 9; -1: the method's own */
  CCTK_INT* vectors;                                  /* one allocation that holds the following */
  CCTK_INT *origin, *direction, *extent, *downsample; /* the part, as for a hyperslab mapping */
  CCTK_INT *hoffset, *hsize, *hsize_chunk;
  CCTK_INT refinement_levels; /* bit mask; -1: all */
  char* reductions;           /* malloc'ed; NULL: the method's own */
} ioRequest;

/* Reads a *_vars parameter; request_list has one entry per variable, NULL or an earlier request, which is freed.
   Mistakes are warnings, or end the run when stop_on_parse_errors is not 0. */
void IOUtil_ParseVarsForOutput(const cGH* GH, const char* method_name, const char* parameter_name,
                               int stop_on_parse_errors, const char* out_vars, int out_every_default,
                               CCTK_REAL out_dt_default, ioRequest* request_list[]);

/* Reads "out_every=... out_dt=..." for one variable; out_every and out_dt keep their values where not named. */
void IOUtil_ParseOutputFrequency(const char* method_name, const char* parameter_name, int stop_on_parse_errors,
                                 int vindex, const char* optstring, CCTK_INT* out_every, CCTK_REAL* out_dt);

/* A request for the whole variable; NULL if there is no such variable. */
ioRequest* IOUtil_DefaultIORequest(const cGH* GH, int vindex, int out_every_default, CCTK_REAL out_dt_default);
void IOUtil_FreeIORequest(ioRequest** request);

/* slice_center[direction of the line][dimension]: the indices of its first point. -1: no coordinates, no indices. */
int IOUtil_1DLines(const cGH* GH, int num_dims, int* const* const origin_index, CCTK_REAL* const* const origin_phys,
                   int* const* const slice_center);

/* slice_center[i]: the index of the plane normal to dimension num_dims-1-i. -1: no coordinates, no indices. */
int IOUtil_2DPlanes(const cGH* GH, int num_dims, const int* origin_index, const CCTK_REAL* origin_phys,
                    int* slice_center);

/* Makes a directory on rank 0, and on each writer when there are several. Return value of CCTK_CreateDirectory. */
int IOUtil_CreateDirectory(const cGH* GH, const char* dirname, int multiple_io_procs, int ioproc);

#ifdef __cplusplus
}
#endif

#endif
