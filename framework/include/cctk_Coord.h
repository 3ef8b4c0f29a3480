/* Coordinate systems: which grid functions are coordinates, and their ranges. */
#ifndef CCTK_COORD_H
#define CCTK_COORD_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Registration. Returns 0 or a handle on success; -1: unknown or duplicate system; -2: invalid direction;
   -3: duplicate name; -4: duplicate direction (for ranges: unknown coordinate); -5: the grid variable does not exist
   (the coordinate is registered nevertheless). Directions are counted from 1. */
#define CCTK_CoordRegisterSystem(dimension, system) CCTKi_CoordRegisterSystem(dimension, CCTK_THORNSTRING, system)
int CCTKi_CoordRegisterSystem(int dimension, const char* thorn, const char* system);
int CCTK_CoordRegisterData(int direction, const char* variable, const char* name, const char* system);
int CCTK_CoordRegisterRange(const cGH* GH, CCTK_REAL lower, CCTK_REAL upper, int direction, const char* name,
                            const char* system);
int CCTK_CoordRegisterRangePhysIndex(const cGH* GH, int lower, int upper, int direction, const char* name,
                                     const char* system);

/* Queries. A coordinate is identified by its direction or, if the direction is <= 0, by its name.
   Errors: -1: unknown system; -4: unknown coordinate; -6: no range registered. */
int CCTK_NumCoordSystems(void);
int CCTK_CoordSystemHandle(const char* system);
int CCTK_CoordSystemDim(const char* system);
const char* CCTK_CoordSystemName(int handle);
const char* CCTK_CoordSystemImplementation(int handle);
int CCTK_CoordDir(const char* name, const char* system);
int CCTK_CoordIndex(int direction, const char* name, const char* system);
const char* CCTK_CoordName(int direction, const char* system);
int CCTK_CoordRange(const cGH* GH, CCTK_REAL* lower, CCTK_REAL* upper, int direction, const char* name,
                    const char* system);
int CCTK_CoordLocalRange(const cGH* GH, CCTK_REAL* lower, CCTK_REAL* upper, int direction, const char* name,
                         const char* system);
int CCTK_CoordRangePhysIndex(const cGH* GH, int* lower, int* upper, int direction, const char* name,
                             const char* system);

#ifdef __cplusplus
}
#endif
#endif
