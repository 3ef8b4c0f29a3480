/* Regular expressions. The header exists because older thorns include it by this name. */
#ifndef CCTK_GNU_H
#define CCTK_GNU_H

#include <regex.h>

#endif
