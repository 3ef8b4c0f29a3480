/* The host name of this machine. */
#ifndef UTIL_NETWORK_H
#define UTIL_NETWORK_H
#ifdef __cplusplus
extern "C" {
#endif

void Util_GetHostName(char* name, int length);

#ifdef __cplusplus
}
#endif
#endif
