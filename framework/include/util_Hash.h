/* A hash from byte keys to pointers. */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H
#ifdef __cplusplus
extern "C" {
#endif

typedef struct T_HASH uHash;

uHash* Util_HashCreate(unsigned int initial_size);
int Util_HashDestroy(uHash* hash, void (*delete_entry)(void*));
/* `hashval` may be 0 (it is then computed). Store overwrites (returns 1 if there was an entry); Add does not
   (negative if there is one). 0 on success. */
int Util_HashStore(uHash* hash, unsigned int klen, const char* key, unsigned int hashval, void* data);
int Util_HashAdd(uHash* hash, unsigned int klen, const char* key, unsigned int hashval, void* data);
int Util_HashDelete(uHash* hash, unsigned int klen, const char* key, unsigned int hashval);
void* Util_HashData(uHash* hash, unsigned int klen, const char* key, unsigned int hashval);
unsigned int Util_HashHash(unsigned int klen, const char* key);

#ifdef __cplusplus
}
#endif
#endif
