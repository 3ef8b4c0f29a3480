// Replaces sched_yield() in the runs of tests. While a process waits, Open MPI 4 calls sched_yield() in a loop. Tests
// start more processes than cores, and since Linux 6.6 each of these calls can postpone the process by a time slice,
// even if its message has arrived. A sleeping process continues after about 50 microseconds.

#include <time.h>

int sched_yield(void) { return nanosleep(&(struct timespec){.tv_nsec = 1}, 0); }
