/* Features of the C library, under the names that thorns test (HAVE_UNISTD_H, HAVE_GETPID, ...). */
#ifndef CCTK_PLATFORM_H
#define CCTK_PLATFORM_H

#include <stddef.h>

/* Sizes of the C types in bytes. */
#define SIZEOF_SHORT_INT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG_INT __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_FLOAT __SIZEOF_FLOAT__
#define SIZEOF_DOUBLE __SIZEOF_DOUBLE__
#define SIZEOF_LONG_DOUBLE __SIZEOF_LONG_DOUBLE__
#define SIZEOF_CHAR_P __SIZEOF_POINTER__

/* Headers. */
#if __has_include(<arpa/inet.h>)
#define HAVE_ARPA_INET_H 1
#endif
#if __has_include(<crypt.h>)
#define HAVE_CRYPT_H 1
#endif
#if __has_include(<dirent.h>)
#define HAVE_DIRENT_H 1
#endif
#if __has_include(<execinfo.h>)
#define HAVE_EXECINFO_H 1
#define HAVE_BACKTRACE 1
#define HAVE_BACKTRACE_SYMBOLS 1
#endif
#if __has_include(<getopt.h>)
#define HAVE_GETOPT_H 1
#define HAVE_GETOPT_LONG_ONLY 1
#endif
#if __has_include(<malloc.h>)
#define HAVE_MALLOC_H 1
#define HAVE_MALLINFO 1
#define HAVE_MALLOC_INFO 1
#define HAVE_MALLOPT 1
#define HAVE_M_MMAP_THRESHOLD_VALUE 1
#endif
#if __has_include(<netdb.h>)
#define HAVE_NETDB_H 1
#define HAVE_GETHOSTBYNAME 1
#endif
#if __has_include(<netinet/in.h>)
#define HAVE_NETINET_IN_H 1
#endif
#if __has_include(<sched.h>)
#define HAVE_SCHED_H 1
#endif
#if __has_include(<sys/socket.h>)
#define HAVE_SYS_SOCKET_H 1
#define HAVE_SOCKET_TYPE 1
#define HAVE_SOCKLEN_T 1
#define CCTK_SOCKLEN_T socklen_t
#endif
#if __has_include(<sys/ioctl.h>)
#define HAVE_SYS_IOCTL_H 1
#endif
#define HAVE_ASSERT_H 1
#define HAVE_REGEX_H 1
#define HAVE_SIGNAL_H 1
#define HAVE_STRING_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_TGMATH_H 1
#define HAVE_TIME_H 1
#define HAVE_UNISTD_H 1

/* Functions of POSIX, and of Linux. */
#define HAVE_CLOCK_GETTIME 1
#define HAVE_GETPID 1
#define HAVE_MKSTEMP 1
#define HAVE_MODE_T 1
#define HAVE_TIME_GETRUSAGE 1
#define HAVE_TIME_GETTIMEOFDAY 1
#define HAVE_VA_COPY 1
#ifdef __linux__
#define HAVE_DLADDR 1
#define HAVE_SCHED_GETAFFINITY 1
#endif

/* Classification of numbers in C and C++. */
#define HAVE_COPYSIGN 1
#define HAVE_FINITE 1
#define HAVE_FPCLASSIFY 1
#define HAVE_ISFINITE 1
#define HAVE_ISINF 1
#define HAVE_ISNAN 1
#define HAVE_ISNORMAL 1
#define HAVE_SIGNBIT 1

#ifdef __cplusplus
#define HAVE___CXA_DEMANGLE 1
#define HAVE_VECTOR 1
#define HAVE_CCTK_CXX_AUTO_SPECIFIER 1
#define HAVE_CCTK_CXX_LAMBDA 1
#define HAVE_CCTK_CXX_RANGE_BASED_FOR 1
#define HAVE_CCTK_CXX_STATIC_ASSERT 1
#endif

#endif
