/* The same numbers as in C. */
#include "../cctk_Faces.h"
