/* The grid extension "IO": the distribution of output over processes, in the layout that existing output thorns expect.
 */
#ifndef BASE_IOUTIL_IOGH_H
#define BASE_IOUTIL_IOGH_H

#include "cctk.h"

#define IOUTIL_IOGH_HAS_ALIAS 1

typedef struct {
  int ioproc;               /* rank that writes for this one, from IO::out_mode */
  int nioprocs;             /* ranks that write */
  int ioproc_every;         /* ranks that share a writer */
  int unchunked;            /* 1: files hold the whole grid in one piece */
  int* downsample;          /* every n-th point in x, y, z */
  int out_single;           /* 1: real numbers are written with 4 bytes */
  int recovered;            /* 1: this run started from a checkpoint */
  int stop_on_parse_errors; /* 1: mistakes in output parameters are errors */
  CCTK_INT* do_inVars;      /* variables to read from files; NULL: none */
  const char** alias;       /* names of variables in files; NULL: their full names */
} ioGH;

#endif
