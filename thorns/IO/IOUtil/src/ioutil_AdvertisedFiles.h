/* Tells interested thorns (a web server, say) which files an output method has made. */
#ifndef BASE_IOUTIL_ADVERTISED_FILES_H
#define BASE_IOUTIL_ADVERTISED_FILES_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char* thorn;       /* who made the file */
  const char* varname;     /* implementation::variable, or what else it holds */
  const char* mimetype;    /* "application/gnuplot", say */
  const char* slice;       /* "x", "3D", a reduction, ... */
  const char* description; /* a few words for people */
} ioAdvertisedFileDesc;

typedef struct {
  int (*advertise)(const cGH* GH, const char* filename, const ioAdvertisedFileDesc* description);
} ioAdvertisedFileListenerCallbacks;

/* From now on `callbacks` hears of every new file. Returns 0. */
int IOUtil_RegisterAdvertisedFileListener(const cGH* GH, const char* listener,
                                          const ioAdvertisedFileListenerCallbacks* callbacks);

/* Tells all listeners. Returns 0, or -1 for a null pointer. */
int IOUtil_AdvertiseFile(const cGH* GH, const char* filename, const ioAdvertisedFileDesc* desc);

#ifdef __cplusplus
}
#endif

#endif
