/* Key-value tables: sets of named arrays of any type, identified by handles. */
#ifndef UTIL_TABLE_H
#define UTIL_TABLE_H

#include "cctk_Types.h"

#include <stdio.h>

#define UTIL_TABLE_FLAGS_DEFAULT 0
#define UTIL_TABLE_FLAGS_CASE_INSENSITIVE 1
#define UTIL_TABLE_FLAGS_USER_DEFINED_BASE 65536

#define UTIL_ERROR_TABLE_BAD_FLAGS (-100)
#define UTIL_ERROR_TABLE_BAD_KEY (-101)
#define UTIL_ERROR_TABLE_STRING_TRUNCATED (-102)
#define UTIL_ERROR_TABLE_NO_SUCH_KEY (-103)
#define UTIL_ERROR_TABLE_WRONG_DATA_TYPE (-104)
#define UTIL_ERROR_TABLE_VALUE_IS_EMPTY (-105)
#define UTIL_ERROR_TABLE_ITERATOR_IS_NULL (-106)
#define UTIL_ERROR_TABLE_NO_MIXED_TYPE_ARRAY (-107)

#ifdef __cplusplus
extern "C" {
#endif

/* The functions return a handle or 0 on success, and a negative error code otherwise. */
int Util_TableCreate(int flags);
int Util_TableClone(int handle);
int Util_TableDestroy(int handle);
int Util_TableQueryFlags(int handle);
int Util_TableQueryNKeys(int handle);
int Util_TableQueryMaxKeyLength(int handle);
/* Returns 1 if the key exists, else 0. The pointers may be NULL. */
int Util_TableQueryValueInfo(int handle, CCTK_INT* type_code, CCTK_INT* N_elements, const char* key);
int Util_TableDeleteKey(int handle, const char* key);

/* Parse a text such as  order=3 name="a b" size={1 2 3} x=0.5 . Errors: UTIL_ERROR_BAD_INPUT for a syntax error. */
int Util_TableCreateFromString(const char string[]);
int Util_TableSetFromString(int handle, const char string[]);

/* Set functions return 1 if they replaced a value, otherwise 0. Get functions return the number of stored elements;
   they copy at most as many as the buffer can hold. */
int Util_TableSetString(int handle, const char* string, const char* key);
int Util_TableGetString(int handle, int buffer_length, char buffer[], const char* key);
int Util_TableSetGeneric(int handle, int type_code, const void* value_ptr, const char* key);
int Util_TableSetGenericArray(int handle, int type_code, int N_elements, const void* array, const char* key);
int Util_TableGetGeneric(int handle, int type_code, void* value_ptr, const char* key);
int Util_TableGetGenericArray(int handle, int type_code, int N_elements, void* array, const char* key);

#define UTIL_TABLE_DECLARE_(name, type)                                                                                \
  int Util_TableSet##name(int handle, type value, const char* key);                                                    \
  int Util_TableGet##name(int handle, type* value, const char* key);                                                   \
  int Util_TableSet##name##Array(int handle, int N_elements, type const array[], const char* key);                     \
  int Util_TableGet##name##Array(int handle, int N_elements, type array[], const char* key);
UTIL_TABLE_DECLARE_(Pointer, CCTK_POINTER)
UTIL_TABLE_DECLARE_(PointerToConst, CCTK_POINTER_TO_CONST)
UTIL_TABLE_DECLARE_(FPointer, CCTK_FPOINTER)
UTIL_TABLE_DECLARE_(FnPointer, CCTK_FPOINTER)
UTIL_TABLE_DECLARE_(Char, CCTK_CHAR)
UTIL_TABLE_DECLARE_(Byte, CCTK_BYTE)
UTIL_TABLE_DECLARE_(Int, CCTK_INT)
UTIL_TABLE_DECLARE_(Int1, CCTK_INT1)
UTIL_TABLE_DECLARE_(Int2, CCTK_INT2)
UTIL_TABLE_DECLARE_(Int4, CCTK_INT4)
UTIL_TABLE_DECLARE_(Int8, CCTK_INT8)
UTIL_TABLE_DECLARE_(Int16, CCTK_INT16)
UTIL_TABLE_DECLARE_(Real, CCTK_REAL)
UTIL_TABLE_DECLARE_(Real4, CCTK_REAL4)
UTIL_TABLE_DECLARE_(Real8, CCTK_REAL8)
UTIL_TABLE_DECLARE_(Real16, CCTK_REAL16)
UTIL_TABLE_DECLARE_(Complex, CCTK_COMPLEX)
UTIL_TABLE_DECLARE_(Complex8, CCTK_COMPLEX8)
UTIL_TABLE_DECLARE_(Complex16, CCTK_COMPLEX16)
UTIL_TABLE_DECLARE_(Complex32, CCTK_COMPLEX32)
#undef UTIL_TABLE_DECLARE_

/* Iterators over the keys in unspecified order. A change of the table invalidates them. */
int Util_TableItCreate(int handle);
int Util_TableItClone(int ihandle);
int Util_TableItDestroy(int ihandle);
int Util_TableItQueryIsNull(int ihandle);
int Util_TableItQueryIsNonNull(int ihandle);
int Util_TableItQueryTableHandle(int ihandle);
int Util_TableItQueryKeyValueInfo(int ihandle, int key_buffer_length, char key_buffer[], CCTK_INT* type_code,
                                  CCTK_INT* N_elements);
int Util_TableItAdvance(int ihandle);
int Util_TableItResetToStart(int ihandle);
int Util_TableItSetToNull(int ihandle);
int Util_TableItSetToKey(int ihandle, const char* key);

int Util_TablePrintAll(FILE* stream);
int Util_TablePrint(FILE* stream, int handle);
int Util_TablePrintPretty(FILE* stream, int handle);
int Util_TablePrintAllIterators(FILE* stream);

#ifdef __cplusplus
}
#endif
#endif
