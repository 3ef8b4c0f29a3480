/* The same constants as in C. */
#include "../cctk_Constants.h"
