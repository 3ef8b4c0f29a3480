/* Pointers that thorns keep under a name and find again by a small number. */
#ifndef STOREHANDLEDDATA_H
#define STOREHANDLEDDATA_H

typedef struct cHandledData cHandledData;

#ifdef __cplusplus
extern "C" {
#endif

/* A handle >= 0 in *storage, which is made when it is NULL; the smallest one that is free. */
int Util_NewHandle(cHandledData** storage, const char* name, void* data);
int Util_DeleteHandle(cHandledData* storage, int handle);     /* 0; 1 for an unknown handle */
void* Util_GetHandledData(cHandledData* storage, int handle); /* NULL if unknown */
/* The handle of a name (case counts), -1 if unknown; the pointer goes to *data unless `data` is NULL. */
int Util_GetHandle(cHandledData* storage, const char* name, void** data);
const char* Util_GetHandleName(cHandledData* storage, int handle);

#ifdef __cplusplus
}
#endif
#endif
