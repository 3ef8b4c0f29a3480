/* The command line of the program. */
#ifndef CCTK_COMMANDLINE_H
#define CCTK_COMMANDLINE_H
#ifdef __cplusplus
extern "C" {
#endif

/* Returns the number of arguments; *argv receives their array. */
int CCTK_CommandLine(char*** argv);
/* Copies the parameter file's name, truncated to `length - 1` characters; returns its untruncated length. */
int CCTK_ParameterFilename(int length, char* filename);

#ifdef __cplusplus
}
#endif
#endif
