/* Error codes of all Util_ functions. */
#ifndef UTIL_ERRORCODES_H
#define UTIL_ERRORCODES_H

#define UTIL_ERROR_NO_MEMORY (-1)
#define UTIL_ERROR_BAD_HANDLE (-2)
#define UTIL_ERROR_BAD_INPUT (-3)

#endif
