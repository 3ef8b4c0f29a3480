/* Thorns include this file by its path for the constants of pGV.h. */
#include "pGV.h"
