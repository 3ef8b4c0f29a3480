/* Messages: information, warnings with a level, and errors that end the run. */
#ifndef CCTK_WARNLEVEL_H
#define CCTK_WARNLEVEL_H

#include "cctk_Config.h"

#define CCTK_WARN_ABORT 0    /* ends the run */
#define CCTK_WARN_ALERT 1    /* results may be wrong */
#define CCTK_WARN_COMPLAIN 2 /* probably harmless */
#define CCTK_WARN_PICKY 3
#define CCTK_WARN_DEBUG 4

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_Warn(int level, int line, const char* file, const char* thorn, const char* message);
int CCTK_VWarn(int level, int line, const char* file, const char* thorn, const char* format, ...)
    CCTK_ATTRIBUTE_FORMAT(printf, 5, 6);
void CCTK_Error(int line, const char* file, const char* thorn, const char* message) CCTK_ATTRIBUTE_NORETURN;
void CCTK_VError(int line, const char* file, const char* thorn, const char* format, ...)
    CCTK_ATTRIBUTE_FORMAT(printf, 4, 5) CCTK_ATTRIBUTE_NORETURN;
/* Report an invalid parameter. The run ends after the bin PARAMCHECK. */
int CCTK_ParamWarn(const char* thorn, const char* message);
int CCTK_VParamWarn(const char* thorn, const char* format, ...) CCTK_ATTRIBUTE_FORMAT(printf, 2, 3);
int CCTK_Info(const char* thorn, const char* message);
int CCTK_VInfo(const char* thorn, const char* format, ...) CCTK_ATTRIBUTE_FORMAT(printf, 2, 3);

typedef void (*cctk_warnfunc)(int level, int line, const char* file, const char* thorn, const char* message,
                              void* data);
typedef void (*cctk_infofunc)(const char* thorn, const char* message, void* data);
int CCTK_WarnCallbackRegister(int minlevel, int maxlevel, void* data, cctk_warnfunc callback);
int CCTK_InfoCallbackRegister(void* data, cctk_infofunc callback);

#ifdef __cplusplus
}
#endif

#define CCTK_INFO(message) CCTK_Info(CCTK_THORNSTRING, message)
#define CCTK_PARAMWARN(message) CCTK_ParamWarn(CCTK_THORNSTRING, message)
#define CCTK_WARN(level, message) CCTK_Warn(level, __LINE__, __FILE__, CCTK_THORNSTRING, message)
#define CCTK_ERROR(message) CCTK_Error(__LINE__, __FILE__, CCTK_THORNSTRING, message)
#define CCTK_VINFO(...) CCTK_VInfo(CCTK_THORNSTRING, __VA_ARGS__)
#define CCTK_VPARAMWARN(...) CCTK_VParamWarn(CCTK_THORNSTRING, __VA_ARGS__)
#define CCTK_VWARN(level, ...) CCTK_VWarn(level, __LINE__, __FILE__, CCTK_THORNSTRING, __VA_ARGS__)
#define CCTK_VERROR(...) CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, __VA_ARGS__)

#endif
