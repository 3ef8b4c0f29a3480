/* The same numbers as in C. */
#include "../cctk_Constants.h"
