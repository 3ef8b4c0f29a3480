/* How the program was started. */
#ifndef CCTK_COMMANDLINE_H
#define CCTK_COMMANDLINE_H
#ifdef __cplusplus
extern "C" {
#endif

/* The number of arguments; *argv points to them. */
int CCTK_CommandLine(char*** argv);
/* The parameter file's name, cut to `length - 1` characters; returns its whole length. */
int CCTK_ParameterFilename(int length, char* filename);

#ifdef __cplusplus
}
#endif
#endif
