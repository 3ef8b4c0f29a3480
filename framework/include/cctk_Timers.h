/* Timers. Each timer has one value per registered clock. */
#ifndef CCTK_TIMERS_H
#define CCTK_TIMERS_H

typedef enum { val_none, val_int, val_long, val_double } cTimerValType;

typedef struct cTimerValTAG {
  cTimerValType type;
  const char* heading; /* the name of the clock */
  const char* units;
  union {
    int i;
    long int l;
    double d;
  } val;
  double seconds;
  double resolution;
} cTimerVal;

typedef struct {
  int n_vals;
  cTimerVal* vals;
} cTimerData;

typedef struct {
  const char* name;
  int n_vals;
  void* (*create)(int timer);
  void (*destroy)(int timer, void* data);
  void (*start)(int timer, void* data);
  void (*stop)(int timer, void* data);
  void (*reset)(int timer, void* data);
  void (*get)(int timer, void* data, cTimerVal* vals);
  void (*set)(int timer, void* data, cTimerVal* vals);
  double (*seconds)(int timer, void* data, cTimerVal* vals);
} cClockFuncs;

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_ClockRegister(const char* name, const cClockFuncs* functions);
int CCTK_NumClocks(void);
const char* CCTK_ClockName(int clock);
int CCTK_ClockHandle(const char* name);

/* Handles are >= 0. The functions return 0, or a negative value for an unknown timer. */
int CCTK_NumTimers(void);
const char* CCTK_TimerName(int timer);
int CCTK_TimerCreate(const char* name);
int CCTK_TimerCreateI(void);
int CCTK_TimerDestroy(const char* name);
int CCTK_TimerDestroyI(int timer);
int CCTK_TimerStart(const char* name);
int CCTK_TimerStartI(int timer);
int CCTK_TimerStop(const char* name);
int CCTK_TimerStopI(int timer);
int CCTK_TimerReset(const char* name);
int CCTK_TimerResetI(int timer);
int CCTK_TimerIsRunning(const char* name);
int CCTK_TimerIsRunningI(int timer);
int CCTK_Timer(const char* name, cTimerData* info);
int CCTK_TimerI(int timer, cTimerData* info);
cTimerData* CCTK_TimerCreateData(void);
int CCTK_TimerDestroyData(cTimerData* info);
int CCTK_TimerPrintData(const char* timer, const char* clock);
int CCTK_TimerPrintDataI(int timer, int clock); /* clock -1 prints all clocks */

unsigned int CCTK_NumTimerClocks(const cTimerData* info);
const cTimerVal* CCTK_GetClockValue(const char* clock, const cTimerData* info);
const cTimerVal* CCTK_GetClockValueI(int value, const cTimerData* info);
double CCTK_TimerClockSeconds(const cTimerVal* value);
double CCTK_TimerClockResolution(const cTimerVal* value);
const char* CCTK_TimerClockName(const cTimerVal* value);

#ifdef __cplusplus
}
#endif
#endif
