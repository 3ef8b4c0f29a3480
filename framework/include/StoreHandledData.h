/* A registry of named pointers, each identified by a small integer handle. */
#ifndef STOREHANDLEDDATA_H
#define STOREHANDLEDDATA_H

typedef struct cHandledData cHandledData;

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the smallest free handle (>= 0) of *storage, which is created if it is NULL. */
int Util_NewHandle(cHandledData** storage, const char* name, void* data);
int Util_DeleteHandle(cHandledData* storage, int handle);     /* returns 0, or 1 for an unknown handle */
void* Util_GetHandledData(cHandledData* storage, int handle); /* NULL for an unknown handle */
/* Returns the handle of a name, or -1 if it is unknown. Names are case-sensitive. *data receives the pointer. */
int Util_GetHandle(cHandledData* storage, const char* name, void** data);
const char* Util_GetHandleName(cHandledData* storage, int handle);

#ifdef __cplusplus
}
#endif
#endif
