/* The sizes of the variables of a group on all processes, and the variables. */
#ifndef PUGH_PGV_H
#define PUGH_PGV_H

/* Values of members of the structures in this file and in pGH.h, and return codes. */
#define PUGH_NOCOMM 0
#define PUGH_ALLCOMM 1

#define PUGH_NOSTORAGE 0
#define PUGH_STORAGE 1

#define PUGH_NOCOMMBUFFERS 0
#define PUGH_ALLOCATEDBUFFERS 1
#define PUGH_DERIVEDTYPES 2

#define PUGH_SUCCESS 0
#define PUGH_ERROR (-1)
#define PUGH_ERRORMEMORY (-2)

/* The index of element (i, j, k) of an array, where GH points to the pGExtras of the array. */
#define DATINDEX(GH, i, j, k) ((i) + GH->lnsize[0] * ((j) + GH->lnsize[1] * (k)))

typedef enum { pgv_none, pgv_array, pgv_gf } pgv_type;

/* The arrangement of the processes. */
typedef struct PConnectivity {
  int dim;
  int* nprocs;      /* by direction */
  int** neighbours; /* by process and face: the process across the face, or -1 */
  int* perme;       /* by direction: whether periodic */
} pConnectivity;

typedef struct PGExtras {
  int dim;
  int* nsize;        /* of the whole array, by direction */
  double maxskew;    /* (most points - fewest points of a process) / average, per cent */
  int **lb, **ub;    /* by process and direction: global index of the first and last local point */
  int* bbox;         /* by face of this process' part: 1 at the end of the array */
  int* lnsize;       /* this process' points by direction, ghost zones included */
  int npoints;       /* their product */
  int* rnpoints;     /* npoints of each process */
  int** rnsize;      /* lnsize of each process */
  int* iterator;     /* scratch space for one number per direction */
  int* hyper_volume; /* by direction: elements between neighbours in memory */
  int* nghostzones;  /* by direction */
  int* ownership[2]; /* by direction: local indices [0] <= i < [1] that this process owns */
  int** ghosts[2];   /* by face and direction: the ghost zone at the face */
  int** overlap[2];  /* by face and direction: the owned points that the neighbour has as ghost zone */
} pGExtras;

/* Not used: messages are internal to the driver. */
typedef struct PComm pComm;

/* One time level of one variable. */
typedef struct PGA {
  char* name;
  int id;                /* index of the variable */
  int arrayid;           /* unique among all time levels of all variables */
  void *padddata, *data; /* the same; NULL without storage */
  int storage;           /* PUGH_STORAGE or PUGH_NOSTORAGE */
  int npoints;           /* 0 without storage */
  void* parent;          /* the pGH */
  int varsize;           /* bytes of one element */
  int vtype;             /* CCTK_VARIABLE_* */
  pGExtras* extras;
  pConnectivity* connectivity;
  pComm *comm, *groupcomm;       /* NULL */
  int vector_size, vector_entry; /* of a vector of variables: its length, and the index of this element */
  struct PGA* vector_base;       /* the vector's element 0, NULL for others */
} pGA;

typedef struct PGV {
  pgv_type type;
  pGA* array;
} pGV;

#endif
