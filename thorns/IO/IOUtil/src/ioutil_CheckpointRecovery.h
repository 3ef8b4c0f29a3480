/* Functions for checkpointing thorns: names of files, recovery, and all parameters as one text. */
#ifndef BASE_IOUTIL_CHECKPOINTRECOVERY_H
#define BASE_IOUTIL_CHECKPOINTRECOVERY_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The purpose for which a file is written or read. */
enum { CP_INITIAL_DATA, CP_EVOLUTION_DATA, CP_RECOVER_PARAMETERS, CP_RECOVER_DATA, FILEREADER_DATA };

/* Returns DIR/BASE POSTFIX[.it_N][.file_P]EXTENSION, malloc'ed. DIR comes from the parameter of IO for `called_from`,
   and so does BASE if basefilename is NULL. Files to write contain `.it_N`, and their directory is created if
   necessary.
   `.file_P` is omitted if the file is unchunked. Ends the run if the directory cannot be created. */
char* IOUtil_AssembleFilename(const cGH* cctkGH, const char* basefilename, const char* postfix, const char* extension,
                              int called_from, int file_ioproc, int file_unchunked);

/* Registers a method of recovery. Its function reads variables for CP_RECOVER_DATA (basefilename NULL: from the
   checkpoint whose parameters it has recovered) and FILEREADER_DATA (it then returns the number of variables). It
   returns a negative number on failure. Methods are tried in the order of registration. Returns 0, or -1 if the name
   exists already. */
int IOUtil_RegisterRecover(const char* name, int (*func)(cGH* cctkGH, const char* basefilename, int called_from));

/* For a function at RECOVER_PARAMETERS, which must return the result. Calls `recoverFn` with CP_RECOVER_PARAMETERS for
   the checkpoint IO::recover_file. With IO::recover = auto or autoprobe, it tries the checkpoints of IO::recover_dir
   from the newest to the oldest until the call returns a positive value. Returns 1: parameters are recovered; 0:
   autoprobe found no checkpoint; -1: there is no usable checkpoint; -2: there is no such directory. Prints the reasons.
 */
int IOUtil_RecoverParameters(int (*recoverFn)(cGH* cctkGH, const char* basefilename, int called_from),
                             const char* fileExtension, const char* fileType);

/* Reads variables ("all", or names with options {cctk_iteration=N alias='name'}) from files in IO::filereader_ID_dir.
   File names have no extension and are separated by blanks. Returns the number of variables. */
int IOUtil_RecoverVarsFromDatafiles(cGH* cctkGH, const char* in_files, const char* in_vars);

/* Returns lines "owner::parameter = value", malloc'ed. Characters that are not printable are written as \ooo. With
   all = 0, only parameters that were set. */
char* IOUtil_GetAllParameters(const cGH* cctkGH, int all);

/* Sets the parameters of active thorns from such a text. Settings of the parameter file take precedence. Ends the run
   if the parameter file has a different value for a parameter that cannot change. */
void IOUtil_SetAllParameters(const char* parameters);

/* Prints the values of all clocks of some timers. */
void IOUtil_PrintTimings(const char* description, int ntimers, const int* timers,
                         const char* const* const timer_descriptions);

#ifdef __cplusplus
}
#endif

#endif
