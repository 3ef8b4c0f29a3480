/* A hash table from byte keys to pointers. */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H
#ifdef __cplusplus
extern "C" {
#endif

typedef struct T_HASH uHash;

uHash* Util_HashCreate(unsigned int initial_size);
int Util_HashDestroy(uHash* hash, void (*delete_entry)(void*));
/* If `hashval` is 0, it is computed from the key. Return 0 on success. Store replaces an existing entry and then
   returns 1; Add returns a negative value if the key exists. */
int Util_HashStore(uHash* hash, unsigned int klen, const char* key, unsigned int hashval, void* data);
int Util_HashAdd(uHash* hash, unsigned int klen, const char* key, unsigned int hashval, void* data);
int Util_HashDelete(uHash* hash, unsigned int klen, const char* key, unsigned int hashval);
void* Util_HashData(uHash* hash, unsigned int klen, const char* key, unsigned int hashval);
unsigned int Util_HashHash(unsigned int klen, const char* key);

#ifdef __cplusplus
}
#endif
#endif
