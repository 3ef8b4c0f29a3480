/// The C functions of StoreHandledData.h and StoreNamedData.h: pointers of thorns by handle or name.
#include "framework/include/StoreHandledData.h"
#include "framework/include/StoreNamedData.h"
#include "framework/services/registry.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

struct Entry {
  std::string name;
  void* data;
};

} // namespace

struct cHandledData {
  chemora::services::Handles<Entry> entries;
};

extern "C" {

int Util_NewHandle(cHandledData** storage, const char* name, void* data) {
  if (!*storage) *storage = new cHandledData;
  return (*storage)->entries.add({name ? name : "", data});
}

int Util_DeleteHandle(cHandledData* storage, int handle) { return storage && storage->entries.remove(handle) ? 0 : 1; }

void* Util_GetHandledData(cHandledData* storage, int handle) {
  Entry const* const entry = storage ? storage->entries.find(handle) : nullptr;
  return entry ? entry->data : nullptr;
}

int Util_GetHandle(cHandledData* storage, const char* name, void** data) {
  for (int handle = 0; storage && name && handle < storage->entries.size(); ++handle)
    if (Entry const* const entry = storage->entries.find(handle); entry && entry->name == name) {
      if (data) *data = entry->data;
      return handle;
    }
  return -1;
}

const char* Util_GetHandleName(cHandledData* storage, int handle) {
  Entry const* const entry = storage ? storage->entries.find(handle) : nullptr;
  return entry ? entry->name.c_str() : nullptr;
}

int StoreNamedData(pNamedData** list, const char* name, void* data) {
  auto* const first = new pNamedData{nullptr, *list, strdup(name), data};
  if (*list) (*list)->last = first;
  *list = first;
  return 0;
}

void* GetNamedData(pNamedData* list, const char* name) {
  for (; list; list = list->next)
    if (std::strcmp(list->name, name) == 0) return list->data;
  return nullptr;
}

void DestroyNamedDataList(pNamedData* list) {
  while (list) {
    pNamedData* const next = list->next;
    std::free(list->name);
    delete list;
    list = next;
  }
}

} // extern "C"
