/* The same constants as in C. */
#include "../cctk_Faces.h"
