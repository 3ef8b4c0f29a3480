/// Fortran versions of the functions in util_Table.h.
#include "framework/fortran/calls.hpp"

#include "framework/include/util_Table.h"

namespace {
using chemora::fortran::Word;
}

FORTRAN_SUBROUTINE(1, util_tablecreate, Util_TableCreate)
FORTRAN_SUBROUTINE(1, util_tableclone, Util_TableClone)
FORTRAN_SUBROUTINE(1, util_tabledestroy, Util_TableDestroy)
FORTRAN_SUBROUTINE(1, util_tablequeryflags, Util_TableQueryFlags)
FORTRAN_SUBROUTINE(1, util_tablequerynkeys, Util_TableQueryNKeys)
FORTRAN_SUBROUTINE(1, util_tablequerymaxkeylength, Util_TableQueryMaxKeyLength)
FORTRAN_SUBROUTINE(5, util_tablequeryvalueinfo, Util_TableQueryValueInfo)
FORTRAN_SUBROUTINE(3, util_tabledeletekey, Util_TableDeleteKey)
FORTRAN_SUBROUTINE(2, util_tablecreatefromstring, Util_TableCreateFromString)
FORTRAN_SUBROUTINE(3, util_tablesetfromstring, Util_TableSetFromString)
FORTRAN_SUBROUTINE(5, util_tablesetstring, Util_TableSetString)
FORTRAN_SUBROUTINE(5, util_tablesetgeneric, Util_TableSetGeneric)
FORTRAN_SUBROUTINE(6, util_tablesetgenericarray, Util_TableSetGenericArray)
FORTRAN_SUBROUTINE(5, util_tablegetgeneric, Util_TableGetGeneric)
FORTRAN_SUBROUTINE(6, util_tablegetgenericarray, Util_TableGetGenericArray)
FORTRAN_SUBROUTINE(1, util_tableitcreate, Util_TableItCreate)
FORTRAN_SUBROUTINE(1, util_tableitclone, Util_TableItClone)
FORTRAN_SUBROUTINE(1, util_tableitdestroy, Util_TableItDestroy)
FORTRAN_SUBROUTINE(1, util_tableitqueryisnull, Util_TableItQueryIsNull)
FORTRAN_SUBROUTINE(1, util_tableitqueryisnonnull, Util_TableItQueryIsNonNull)
FORTRAN_SUBROUTINE(1, util_tableitquerytablehandle, Util_TableItQueryTableHandle)
FORTRAN_SUBROUTINE(1, util_tableitadvance, Util_TableItAdvance)
FORTRAN_SUBROUTINE(1, util_tableitresettostart, Util_TableItResetToStart)
FORTRAN_SUBROUTINE(1, util_tableitsettonull, Util_TableItSetToNull)
FORTRAN_SUBROUTINE(3, util_tableitsettokey, Util_TableItSetToKey)
FORTRAN_SUBROUTINE(4, util_tablegetpointer, Util_TableGetPointer)
FORTRAN_SUBROUTINE(5, util_tablesetpointerarray, Util_TableSetPointerArray)
FORTRAN_SUBROUTINE(5, util_tablegetpointerarray, Util_TableGetPointerArray)
FORTRAN_SUBROUTINE(4, util_tablegetpointertoconst, Util_TableGetPointerToConst)
FORTRAN_SUBROUTINE(5, util_tablesetpointertoconstarray, Util_TableSetPointerToConstArray)
FORTRAN_SUBROUTINE(5, util_tablegetpointertoconstarray, Util_TableGetPointerToConstArray)
FORTRAN_SUBROUTINE(4, util_tablegetfpointer, Util_TableGetFPointer)
FORTRAN_SUBROUTINE(5, util_tablesetfpointerarray, Util_TableSetFPointerArray)
FORTRAN_SUBROUTINE(5, util_tablegetfpointerarray, Util_TableGetFPointerArray)
FORTRAN_SUBROUTINE(4, util_tablegetfnpointer, Util_TableGetFnPointer)
FORTRAN_SUBROUTINE(5, util_tablesetfnpointerarray, Util_TableSetFnPointerArray)
FORTRAN_SUBROUTINE(5, util_tablegetfnpointerarray, Util_TableGetFnPointerArray)
FORTRAN_SUBROUTINE(4, util_tablesetbyte, Util_TableSetByte)
FORTRAN_SUBROUTINE(4, util_tablegetbyte, Util_TableGetByte)
FORTRAN_SUBROUTINE(5, util_tablesetbytearray, Util_TableSetByteArray)
FORTRAN_SUBROUTINE(5, util_tablegetbytearray, Util_TableGetByteArray)
FORTRAN_SUBROUTINE(4, util_tablesetint, Util_TableSetInt)
FORTRAN_SUBROUTINE(4, util_tablegetint, Util_TableGetInt)
FORTRAN_SUBROUTINE(5, util_tablesetintarray, Util_TableSetIntArray)
FORTRAN_SUBROUTINE(5, util_tablegetintarray, Util_TableGetIntArray)
FORTRAN_SUBROUTINE(4, util_tablesetint1, Util_TableSetInt1)
FORTRAN_SUBROUTINE(4, util_tablegetint1, Util_TableGetInt1)
FORTRAN_SUBROUTINE(5, util_tablesetint1array, Util_TableSetInt1Array)
FORTRAN_SUBROUTINE(5, util_tablegetint1array, Util_TableGetInt1Array)
FORTRAN_SUBROUTINE(4, util_tablesetint2, Util_TableSetInt2)
FORTRAN_SUBROUTINE(4, util_tablegetint2, Util_TableGetInt2)
FORTRAN_SUBROUTINE(5, util_tablesetint2array, Util_TableSetInt2Array)
FORTRAN_SUBROUTINE(5, util_tablegetint2array, Util_TableGetInt2Array)
FORTRAN_SUBROUTINE(4, util_tablesetint4, Util_TableSetInt4)
FORTRAN_SUBROUTINE(4, util_tablegetint4, Util_TableGetInt4)
FORTRAN_SUBROUTINE(5, util_tablesetint4array, Util_TableSetInt4Array)
FORTRAN_SUBROUTINE(5, util_tablegetint4array, Util_TableGetInt4Array)
FORTRAN_SUBROUTINE(4, util_tablesetint8, Util_TableSetInt8)
FORTRAN_SUBROUTINE(4, util_tablegetint8, Util_TableGetInt8)
FORTRAN_SUBROUTINE(5, util_tablesetint8array, Util_TableSetInt8Array)
FORTRAN_SUBROUTINE(5, util_tablegetint8array, Util_TableGetInt8Array)
FORTRAN_SUBROUTINE(4, util_tablesetint16, Util_TableSetInt16)
FORTRAN_SUBROUTINE(4, util_tablegetint16, Util_TableGetInt16)
FORTRAN_SUBROUTINE(5, util_tablesetint16array, Util_TableSetInt16Array)
FORTRAN_SUBROUTINE(5, util_tablegetint16array, Util_TableGetInt16Array)
FORTRAN_SUBROUTINE(4, util_tablesetreal, Util_TableSetReal)
FORTRAN_SUBROUTINE(4, util_tablegetreal, Util_TableGetReal)
FORTRAN_SUBROUTINE(5, util_tablesetrealarray, Util_TableSetRealArray)
FORTRAN_SUBROUTINE(5, util_tablegetrealarray, Util_TableGetRealArray)
FORTRAN_SUBROUTINE(4, util_tablesetreal4, Util_TableSetReal4)
FORTRAN_SUBROUTINE(4, util_tablegetreal4, Util_TableGetReal4)
FORTRAN_SUBROUTINE(5, util_tablesetreal4array, Util_TableSetReal4Array)
FORTRAN_SUBROUTINE(5, util_tablegetreal4array, Util_TableGetReal4Array)
FORTRAN_SUBROUTINE(4, util_tablesetreal8, Util_TableSetReal8)
FORTRAN_SUBROUTINE(4, util_tablegetreal8, Util_TableGetReal8)
FORTRAN_SUBROUTINE(5, util_tablesetreal8array, Util_TableSetReal8Array)
FORTRAN_SUBROUTINE(5, util_tablegetreal8array, Util_TableGetReal8Array)
FORTRAN_SUBROUTINE(4, util_tablesetreal16, Util_TableSetReal16)
FORTRAN_SUBROUTINE(4, util_tablegetreal16, Util_TableGetReal16)
FORTRAN_SUBROUTINE(5, util_tablesetreal16array, Util_TableSetReal16Array)
FORTRAN_SUBROUTINE(5, util_tablegetreal16array, Util_TableGetReal16Array)
FORTRAN_SUBROUTINE(4, util_tablesetcomplex, Util_TableSetComplex)
FORTRAN_SUBROUTINE(4, util_tablegetcomplex, Util_TableGetComplex)
FORTRAN_SUBROUTINE(5, util_tablesetcomplexarray, Util_TableSetComplexArray)
FORTRAN_SUBROUTINE(5, util_tablegetcomplexarray, Util_TableGetComplexArray)
FORTRAN_SUBROUTINE(4, util_tablesetcomplex8, Util_TableSetComplex8)
FORTRAN_SUBROUTINE(4, util_tablegetcomplex8, Util_TableGetComplex8)
FORTRAN_SUBROUTINE(5, util_tablesetcomplex8array, Util_TableSetComplex8Array)
FORTRAN_SUBROUTINE(5, util_tablegetcomplex8array, Util_TableGetComplex8Array)
FORTRAN_SUBROUTINE(4, util_tablesetcomplex16, Util_TableSetComplex16)
FORTRAN_SUBROUTINE(4, util_tablegetcomplex16, Util_TableGetComplex16)
FORTRAN_SUBROUTINE(5, util_tablesetcomplex16array, Util_TableSetComplex16Array)
FORTRAN_SUBROUTINE(5, util_tablegetcomplex16array, Util_TableGetComplex16Array)
FORTRAN_SUBROUTINE(4, util_tablesetcomplex32, Util_TableSetComplex32)
FORTRAN_SUBROUTINE(4, util_tablegetcomplex32, Util_TableGetComplex32)
FORTRAN_SUBROUTINE(5, util_tablesetcomplex32array, Util_TableSetComplex32Array)
FORTRAN_SUBROUTINE(5, util_tablegetcomplex32array, Util_TableGetComplex32Array)

// C functions receive pointers by value.
namespace {
int set_pointer(int handle, CCTK_POINTER const* value, char const* key) {
  return Util_TableSetPointer(handle, *value, key);
}
int set_pointer_to_const(int handle, CCTK_POINTER_TO_CONST const* value, char const* key) {
  return Util_TableSetPointerToConst(handle, *value, key);
}
int set_function_pointer(int handle, CCTK_FPOINTER const* value, char const* key) {
  return Util_TableSetFPointer(handle, *value, key);
}

/// Copies a string with trailing blanks; returns the length of the whole text as the C function does.
int get_string(int handle, char* buffer, char const* key, CCTK_FORTRAN_STRLEN_T length) {
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  int const status = Util_TableGetString(handle, static_cast<int>(text.size()), text.data(), key);
  if (status >= 0 || status == UTIL_ERROR_TABLE_STRING_TRUNCATED) CCTK_FortranString(text.c_str(), buffer, length);
  return status;
}
} // namespace

FORTRAN_SUBROUTINE(4, util_tablesetpointer, set_pointer)
FORTRAN_SUBROUTINE(4, util_tablesetpointertoconst, set_pointer_to_const)
FORTRAN_SUBROUTINE(4, util_tablesetfpointer, set_function_pointer)
FORTRAN_SUBROUTINE(4, util_tablesetfnpointer, set_function_pointer)

extern "C" void util_tablegetstring_(int* result, int const* handle, char* buffer, Word key,
                                     CCTK_FORTRAN_STRLEN_T length, Word key_length) {
  *result = get_string(*handle, buffer, chemora::fortran::Text(key, key_length).get(), length);
}
