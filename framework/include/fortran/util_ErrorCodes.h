/* The same numbers as in C. */
#include "../util_ErrorCodes.h"
