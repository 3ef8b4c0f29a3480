/* Integer codes of the C interface for types, groups, regions and policies. */
#ifndef CCTK_CONSTANTS_H
#define CCTK_CONSTANTS_H

/* Types of variables and of table values. */
#define CCTK_VARIABLE_VOID 100
#define CCTK_VARIABLE_BYTE 110
#define CCTK_VARIABLE_INT 120
#define CCTK_VARIABLE_INT1 121
#define CCTK_VARIABLE_INT2 122
#define CCTK_VARIABLE_INT4 123
#define CCTK_VARIABLE_INT8 124
#define CCTK_VARIABLE_INT16 125
#define CCTK_VARIABLE_REAL 130
#define CCTK_VARIABLE_REAL4 131
#define CCTK_VARIABLE_REAL8 132
#define CCTK_VARIABLE_REAL16 133
#define CCTK_VARIABLE_COMPLEX 140
#define CCTK_VARIABLE_COMPLEX8 141
#define CCTK_VARIABLE_COMPLEX16 142
#define CCTK_VARIABLE_COMPLEX32 143
#define CCTK_VARIABLE_CHAR 150
#define CCTK_VARIABLE_STRING 151
#define CCTK_VARIABLE_POINTER 160
#define CCTK_VARIABLE_POINTER_TO_CONST 161
#define CCTK_VARIABLE_FPOINTER 162
#define CCTK_VARIABLE_FN_POINTER CCTK_VARIABLE_FPOINTER

/* When a parameter may be changed. */
#define CCTK_STEERABLE_NEVER 200
#define CCTK_STEERABLE_ALWAYS 201
#define CCTK_STEERABLE_RECOVER 202

/* Distribution of an array over processes. */
#define CCTK_DISTRIB_CONSTANT 301
#define CCTK_DISTRIB_DEFAULT 302

/* Kinds of groups. */
#define CCTK_SCALAR 401
#define CCTK_GF 402
#define CCTK_ARRAY 403

/* Visibility of a group for other thorns. */
#define CCTK_PRIVATE 501
#define CCTK_PROTECTED 502
#define CCTK_PUBLIC 503

/* Kinds of names that CCTK_TraverseString accepts. */
#define CCTK_VAR 601
#define CCTK_GROUP 602
#define CCTK_GROUP_OR_VAR 603

/* Regions of the local box, as bit masks. */
#define CCTK_VALID_NOWHERE 0
#define CCTK_VALID_GHOSTS 1
#define CCTK_VALID_BOUNDARY 2
#define CCTK_VALID_INTERIOR 4
#define CCTK_VALID_EXTERIOR 6
#define CCTK_VALID_EVERYWHERE 7

#endif
