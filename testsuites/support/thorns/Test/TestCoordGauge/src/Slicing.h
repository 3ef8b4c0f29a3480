/* The registry of slicings, as CoordGauge has it. */
#ifndef TEST_COORD_GAUGE_SLICING_H
#define TEST_COORD_GAUGE_SLICING_H

#define SLICING_YES 1

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the slicing's number. A name that is registered already ends the run. */
int Einstein_RegisterSlicing(const char* name);
/** Returns the slicing's number; negative if there is none of this name. */
int Einstein_GetSlicingHandle(const char* name);

#ifdef __cplusplus
}
#endif

#endif
