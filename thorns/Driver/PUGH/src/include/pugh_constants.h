/* Numbers in the structures of pGH.h and pGV.h. */
#ifndef PUGH_CONSTANTS_H
#define PUGH_CONSTANTS_H

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

#endif
