// util_Hash.h: byte keys to pointers.
#include "framework/include/util_Hash.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

struct T_HASH {
  std::unordered_map<std::string, void*> entries;
};

extern "C" {

uHash* Util_HashCreate(unsigned int initial_size) {
  auto* const hash = new uHash;
  hash->entries.reserve(initial_size);
  return hash;
}

int Util_HashDestroy(uHash* hash, void (*delete_entry)(void*)) {
  if (delete_entry)
    for (auto& [key, data] : hash->entries) delete_entry(data);
  delete hash;
  return 0;
}

int Util_HashStore(uHash* hash, unsigned int klen, const char* key, unsigned int, void* data) {
  auto const [entry, is_new] = hash->entries.insert_or_assign(std::string(key, klen), data);
  return is_new ? 0 : 1;
}

int Util_HashAdd(uHash* hash, unsigned int klen, const char* key, unsigned int, void* data) {
  return hash->entries.emplace(std::string(key, klen), data).second ? 0 : -1;
}

int Util_HashDelete(uHash* hash, unsigned int klen, const char* key, unsigned int) {
  return hash->entries.erase(std::string(key, klen)) ? 0 : -1;
}

void* Util_HashData(uHash* hash, unsigned int klen, const char* key, unsigned int) {
  auto const found = hash->entries.find(std::string(key, klen));
  return found == hash->entries.end() ? nullptr : found->second;
}

unsigned int Util_HashHash(unsigned int klen, const char* key) {
  return static_cast<unsigned int>(std::hash<std::string_view>()(std::string_view(key, klen)));
}

} // extern "C"
