/* What checkpointing thorns share: names of files, the course of recovery, all parameters as one text. */
#ifndef BASE_IOUTIL_CHECKPOINTRECOVERY_H
#define BASE_IOUTIL_CHECKPOINTRECOVERY_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* On whose behalf a file is written or read. */
enum { CP_INITIAL_DATA, CP_EVOLUTION_DATA, CP_RECOVER_PARAMETERS, CP_RECOVER_DATA, FILEREADER_DATA };

/* DIR/BASE POSTFIX[.it_N][.file_P]EXTENSION. DIR and, where basefilename is NULL, BASE come from the parameters of IO
   that belong to `called_from`; `.it_N` for files that are written, whose directory is made if need be; `.file_P`
   unless the file is unchunked. malloc'ed. Ends the run when the directory cannot be made. */
char* IOUtil_AssembleFilename(const cGH* GH, const char* basefilename, const char* postfix, const char* extension,
                              int called_from, int file_ioproc, int file_unchunked);

/* A method of recovery. Its function reads variables for CP_RECOVER_DATA (basefilename NULL: of the checkpoint whose
   parameters it has recovered) and FILEREADER_DATA (then it returns how many variables it has read); negative: it could
   not. Methods are asked in the order of registration until one can. 0, or -1: the name is taken. */
int IOUtil_RegisterRecover(const char* name, int (*func)(cGH* GH, const char* basefilename, int called_from));

/* For a function at RECOVER_PARAMETERS, which returns this value. Asks `recoverFn`, with CP_RECOVER_PARAMETERS, for the
   checkpoint IO::recover_file, or (IO::recover = auto, autoprobe) for all of IO::recover_dir from the newest on, until
   it returns a positive value. 1: parameters are recovered; 0: autoprobe has found no checkpoint; -1: no checkpoint is
   there, or none can be used; -2: there is no such directory. The reasons are shown. */
int IOUtil_RecoverParameters(int (*recoverFn)(cGH* GH, const char* basefilename, int called_from),
                             const char* fileExtension, const char* fileType);

/* Reads variables ("all", or names with options {cctk_iteration=N alias='name'}) from files, named by their beginnings
   and separated by blanks, of IO::filereader_ID_dir. How many variables were read. */
int IOUtil_RecoverVarsFromDatafiles(cGH* GH, const char* in_files, const char* in_vars);

/* Lines "owner::parameter = value", what is not printable in a value as \ooo. all = 0: only those that were set.
   malloc'ed. */
char* IOUtil_GetAllParameters(const cGH* GH, int all);

/* Sets the parameters of such a text that belong to active thorns, by the rules of recovery: settings of the parameter
   file stay. Ends the run when the parameter file has another value for a parameter that cannot change. */
void IOUtil_SetAllParameters(const char* parameters);

/* Shows the values of all clocks of some timers. */
void IOUtil_PrintTimings(const char* description, int ntimers, const int* timers,
                         const char* const* const timer_descriptions);

#ifdef __cplusplus
}
#endif

#endif
