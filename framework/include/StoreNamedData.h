/* Linked lists of named pointers. Thorns may follow the links directly. */
#ifndef STORENAMEDDATA_H
#define STORENAMEDDATA_H

typedef struct PNamedData {
  struct PNamedData* last;
  struct PNamedData* next;
  char* name;
  void* data;
} pNamedData;

#ifdef __cplusplus
extern "C" {
#endif

int StoreNamedData(pNamedData** list, const char* name, void* data); /* inserts at the front, returns 0 */
void* GetNamedData(pNamedData* list, const char* name);              /* NULL if unknown; case-sensitive */
void DestroyNamedDataList(pNamedData* list);                         /* does not free the data */

#ifdef __cplusplus
}
#endif
#endif
