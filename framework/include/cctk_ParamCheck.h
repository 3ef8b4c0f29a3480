/* Query for runs that only check their parameters. */
#ifndef CCTK_PARAMCHECK_H
#define CCTK_PARAMCHECK_H
#ifdef __cplusplus
extern "C" {
#endif

int CCTK_ParamChecking(void);
int CCTK_ParamCheckNProcs(void);

#ifdef __cplusplus
}
#endif
#endif
