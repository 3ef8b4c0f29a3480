/* Notifies other thorns, for example a web server, of new output files. */
#ifndef BASE_IOUTIL_ADVERTISED_FILES_H
#define BASE_IOUTIL_ADVERTISED_FILES_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char* thorn;       /* the thorn that wrote the file */
  const char* varname;     /* implementation::variable, or a description of the content */
  const char* mimetype;    /* for example "application/gnuplot" */
  const char* slice;       /* "x", "3D", a reduction, ... */
  const char* description; /* a short description for users */
} ioAdvertisedFileDesc;

typedef struct {
  int (*advertise)(const cGH* cctkGH, const char* filename, const ioAdvertisedFileDesc* description);
} ioAdvertisedFileListenerCallbacks;

/* Registers callbacks for all files, including those advertised before. Returns 0. */
int IOUtil_RegisterAdvertisedFileListener(const cGH* cctkGH, const char* listener,
                                          const ioAdvertisedFileListenerCallbacks* callbacks);

/* Notifies all listeners. Returns 0, or -1 for a null pointer. */
int IOUtil_AdvertiseFile(const cGH* cctkGH, const char* filename, const ioAdvertisedFileDesc* desc);

#ifdef __cplusplus
}
#endif

#endif
