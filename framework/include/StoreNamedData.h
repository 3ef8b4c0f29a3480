/* Lists of pointers with names, which thorns walk along themselves. */
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

int StoreNamedData(pNamedData** list, const char* name, void* data); /* puts it in front; 0 */
void* GetNamedData(pNamedData* list, const char* name);              /* NULL if there is none; case counts */
void DestroyNamedDataList(pNamedData* list);                         /* not the data */

#ifdef __cplusplus
}
#endif
#endif
