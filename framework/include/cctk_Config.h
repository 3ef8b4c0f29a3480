/* Precisions, compiler attributes, and keywords that C and C++ spell differently. */
#ifndef CCTK_CONFIG_H
#define CCTK_CONFIG_H

#ifndef CCODE
#define CCODE 1 /* headers distinguish C and C++ (CCODE) from Fortran (FCODE) */
#endif

#if defined(__cplusplus) && !defined(restrict)
#define restrict __restrict__ /* thorns in C++ use the keyword of C */
#endif

#ifndef FCODE
#include "cctk_Platform.h"
#endif

#define CCTK_INTEGER_PRECISION_4 1
#define CCTK_REAL_PRECISION_8 1

#define HAVE_CCTK_INT1 1
#define HAVE_CCTK_INT2 1
#define HAVE_CCTK_INT4 1
#define HAVE_CCTK_INT8 1
#define HAVE_CCTK_INT16 1
#define HAVE_CCTK_REAL4 1
#define HAVE_CCTK_REAL8 1
#define HAVE_CCTK_REAL16 1

#define CCTK_ATTRIBUTE_UNUSED __attribute__((__unused__))
#define CCTK_ATTRIBUTE_NOINLINE __attribute__((__noinline__))
#define CCTK_ATTRIBUTE_ALWAYS_INLINE __attribute__((__always_inline__))
#define CCTK_ATTRIBUTE_NORETURN __attribute__((__noreturn__))
#define CCTK_ATTRIBUTE_PURE __attribute__((__pure__))
#define CCTK_ATTRIBUTE_CONST __attribute__((__const__))
#define CCTK_ATTRIBUTE_COLD __attribute__((__cold__))
#define CCTK_ATTRIBUTE_HOT __attribute__((__hot__))
#define CCTK_ATTRIBUTE_NONNULL(argument) __attribute__((__nonnull__(argument)))
#define CCTK_ATTRIBUTE_RETURNS_NONNULL __attribute__((__returns_nonnull__))
#define CCTK_ATTRIBUTE_ALIGNED(bytes) __attribute__((__aligned__(bytes)))
#define CCTK_ATTRIBUTE_FORMAT(kind, text, first) __attribute__((__format__(kind, text, first)))
#define CCTK_ATTRIBUTE_COMMON __attribute__((__common__))
#define CCTK_MEMBER_ATTRIBUTE_ALWAYS_INLINE __attribute__((__always_inline__))
#define CCTK_MEMBER_ATTRIBUTE_CONST __attribute__((__const__))
#define CCTK_MEMBER_ATTRIBUTE_NOINLINE __attribute__((__noinline__))
#define CCTK_MEMBER_ATTRIBUTE_PURE __attribute__((__pure__))
#define CCTK_BUILTIN_EXPECT(value, likely) __builtin_expect(value, likely)
#define CCTK_BUILTIN_TRAP() __builtin_trap()
#define CCTK_BUILTIN_UNREACHABLE() __builtin_unreachable()
#define CCTK_BUILTIN_ASSUME_ALIGNED(...) __builtin_assume_aligned(__VA_ARGS__)
#define CCTK_UNROLL

#ifdef __cplusplus
#define CCTK_STATIC_ASSERT(condition, message) static_assert(condition, message)
#define HAVE_CCTK_CXX_ATTRIBUTE_UNUSED 1
#define HAVE_CCTK_CXX_BUILTIN_EXPECT 1
#define HAVE_CCTK_CXX_RESTRICT 1
#else
#define CCTK_STATIC_ASSERT(condition, message) _Static_assert(condition, message)
#define HAVE_CCTK_C_ATTRIBUTE_UNUSED 1
#define HAVE_CCTK_C_BUILTIN_EXPECT 1
#define HAVE_CCTK_C_RESTRICT 1
#endif

#define CCTK_C_RESTRICT restrict
#define CCTK_CXX_RESTRICT __restrict__
#define CCTK_RESTRICT restrict
#define CCTK_STATIC_INLINE static inline
#define CCTK_EXTERN_INLINE extern inline

#endif
