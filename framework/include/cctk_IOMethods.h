/* Registration of output methods. Each method has a name and four functions. */
#ifndef CCTK_IOMETHODS_H
#define CCTK_IOMETHODS_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

struct IOMethod {
  const char* implementation;
  const char* name;
  int (*OutputGH)(const cGH* GH); /* writes all due variables, returns their number */
  int (*OutputVarAs)(const cGH* GH, const char* vname, const char* alias); /* writes one variable now */
  int (*TriggerOutput)(const cGH* GH, int vindex); /* writes one variable after its triggered functions */
  int (*TimeToOutput)(const cGH* GH, int vindex);  /* 1 if output of the variable is due */
  int timer_handle;
};

/* Returns a handle >= 0, or -1 if the name is in use. */
#define CCTK_RegisterIOMethod(name) CCTKi_RegisterIOMethod(CCTK_THORNSTRING, name)
int CCTKi_RegisterIOMethod(const char* thorn, const char* name);
int CCTK_RegisterIOMethodOutputGH(int handle, int (*function)(const cGH* GH));
int CCTK_RegisterIOMethodTimeToOutput(int handle, int (*function)(const cGH* GH, int vindex));
int CCTK_RegisterIOMethodTriggerOutput(int handle, int (*function)(const cGH* GH, int vindex));
int CCTK_RegisterIOMethodOutputVarAs(int handle, int (*function)(const cGH* GH, const char* vname, const char* alias));

const char* CCTK_IOMethodImplementation(int handle);
const char* CCTK_IOMethodName(int handle);
const struct IOMethod* CCTK_IOMethod(int handle);
int CCTK_NumIOMethods(void);

#ifdef __cplusplus
}
#endif
#endif
