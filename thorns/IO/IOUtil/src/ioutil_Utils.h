/* Functions that existing output thorns call: requests for output, positions of slices, directories. */
#ifndef BASE_IOUTIL_UTILS_H
#define BASE_IOUTIL_UTILS_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IOUTIL_PARSER_HAS_OUT_DT 1

/* One variable to write, and the part of it. */
typedef struct {
  CCTK_INT out_every;
  CCTK_REAL out_dt;
  int vindex, timelevel;
  CCTK_INT vdim, hdim;                                /* dimensions of the variable and of the part */
  int hdatatype;                                      /* CCTK_VARIABLE_* in the file */
  int check_exist;                                    /* 1: the file may contain the object already */
  int with_ghostzones;                                /* 1: the part includes them */
  int out_unchunked;                                  /* 1: the whole grid in one piece */
  CCTK_INT compression_level;                         /* 0 to 9; -1: that of the method */
  CCTK_INT* vectors;                                  /* one allocation for all following vectors */
  CCTK_INT *origin, *direction, *extent, *downsample; /* the part, as for a hyperslab mapping */
  CCTK_INT *hoffset, *hsize, *hsize_chunk;
  CCTK_INT refinement_levels; /* bit mask; -1: all */
  char* reductions;           /* malloc'ed; NULL: those of the method */
} ioRequest;

/* Parses a *_vars parameter. request_list has one entry per variable: NULL, or an earlier request, which is freed.
   Errors are warnings, or end the run if stop_on_parse_errors is not 0. */
void IOUtil_ParseVarsForOutput(const cGH* cctkGH, const char* method_name, const char* parameter_name,
                               int stop_on_parse_errors, const char* out_vars, int out_every_default,
                               CCTK_REAL out_dt_default, ioRequest* request_list[]);

/* Parses "out_every=... out_dt=..." for one variable. out_every and out_dt are unchanged if the text does not set them.
 */
void IOUtil_ParseOutputFrequency(const char* method_name, const char* parameter_name, int stop_on_parse_errors,
                                 int vindex, const char* optstring, CCTK_INT* out_every, CCTK_REAL* out_dt);

/* A request for the whole variable; NULL if there is no such variable. */
ioRequest* IOUtil_DefaultIORequest(const cGH* cctkGH, int vindex, int out_every_default, CCTK_REAL out_dt_default);
void IOUtil_FreeIORequest(ioRequest** request);

/* Sets slice_center[direction of the line][dimension] to the indices of its first point. Returns -1 if there are
   neither coordinates nor indices. */
int IOUtil_1DLines(const cGH* cctkGH, int num_dims, int* const* const origin_index, CCTK_REAL* const* const origin_phys,
                   int* const* const slice_center);

/* Sets slice_center[i] to the index of the plane normal to dimension num_dims-1-i. Returns -1 if there are neither
   coordinates nor indices. */
int IOUtil_2DPlanes(const cGH* cctkGH, int num_dims, const int* origin_index, const CCTK_REAL* origin_phys,
                    int* slice_center);

/* Creates a directory on rank 0, and on each writer if there are several. Returns the value of CCTK_CreateDirectory. */
int IOUtil_CreateDirectory(const cGH* cctkGH, const char* dirname, int multiple_io_procs, int ioproc);

#ifdef __cplusplus
}
#endif

#endif
