/* Regular expressions, by the name of an older header. */
#ifndef CCTK_GNU_H
#define CCTK_GNU_H

#include <regex.h>

#endif
