/* The same constants as in C. */
#include "../util_ErrorCodes.h"
