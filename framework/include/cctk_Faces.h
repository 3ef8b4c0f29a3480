/* The bit mask that selects every face of the box. */
#ifndef CCTK_FACES_H
#define CCTK_FACES_H

#define CCTK_ALL_FACES 16383

#endif
