/// MPI for a run of one process (CMake option CHEMORA_WITH_MPI=OFF): the types, constants and functions of the MPI
/// standard that this project uses. All functions return MPI_SUCCESS.
#ifndef CHEMORA_FRAMEWORK_SERIAL_MPI_MPI_H
#define CHEMORA_FRAMEWORK_SERIAL_MPI_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int MPI_Comm;
typedef int MPI_Request;
typedef int MPI_Op;
typedef int MPI_Info;
/// A data type is represented by the size of its elements in bytes.
typedef int MPI_Datatype;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;

enum { MPI_SUCCESS = 0, MPI_UNDEFINED = -1, MPI_MAX_ERROR_STRING = 64 };
enum { MPI_COMM_NULL = 0, MPI_COMM_WORLD = 1, MPI_COMM_TYPE_SHARED = 1 };
enum { MPI_REQUEST_NULL = 0, MPI_INFO_NULL = 0, MPI_DATATYPE_NULL = 0 };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_SUM, MPI_MAX, MPI_MIN };
#define MPI_IN_PLACE ((void*)-1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)

#define MPI_BYTE ((MPI_Datatype)1)
#define MPI_CHAR ((MPI_Datatype)sizeof(char))
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)sizeof(unsigned char))
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)sizeof(unsigned short))
#define MPI_INT ((MPI_Datatype)sizeof(int))
#define MPI_LONG ((MPI_Datatype)sizeof(long))
#define MPI_UNSIGNED_LONG ((MPI_Datatype)sizeof(unsigned long))
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)sizeof(unsigned long long))
#define MPI_INT8_T ((MPI_Datatype)sizeof(int8_t))
#define MPI_INT16_T ((MPI_Datatype)sizeof(int16_t))
#define MPI_INT32_T ((MPI_Datatype)sizeof(int32_t))
#define MPI_INT64_T ((MPI_Datatype)sizeof(int64_t))
#define MPI_FLOAT ((MPI_Datatype)sizeof(float))
#define MPI_DOUBLE ((MPI_Datatype)sizeof(double))
#define MPI_LONG_DOUBLE ((MPI_Datatype)sizeof(long double))
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)(2 * sizeof(float)))
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)(2 * sizeof(double)))
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)(2 * sizeof(long double)))

/// Aborts if an mpirun has started several processes, because they would be independent runs with the same output
/// files.
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided);
int MPI_Initialized(int* flag);
int MPI_Finalized(int* flag);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm communicator, int exit_code);
int MPI_Error_string(int code, char* text, int* length);
/// Seconds since some time in the past.
double MPI_Wtime(void);

int MPI_Comm_size(MPI_Comm communicator, int* size);
int MPI_Comm_rank(MPI_Comm communicator, int* rank);
int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm* copy);
int MPI_Comm_split_type(MPI_Comm communicator, int type, int key, MPI_Info info, MPI_Comm* part);
int MPI_Comm_free(MPI_Comm* communicator);

int MPI_Type_contiguous(int n, MPI_Datatype element, MPI_Datatype* type);
int MPI_Type_commit(MPI_Datatype* type);
int MPI_Type_free(MPI_Datatype* type);

int MPI_Barrier(MPI_Comm communicator);
int MPI_Bcast(void* buffer, int n, MPI_Datatype type, int root, MPI_Comm communicator);
int MPI_Allreduce(void const* send, void* receive, int n, MPI_Datatype type, MPI_Op op, MPI_Comm communicator);
int MPI_Scan(void const* send, void* receive, int n, MPI_Datatype type, MPI_Op op, MPI_Comm communicator);
int MPI_Gather(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int n_received,
               MPI_Datatype received_type, int root, MPI_Comm communicator);
int MPI_Gatherv(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int const* n_received,
                int const* starts, MPI_Datatype received_type, int root, MPI_Comm communicator);
int MPI_Allgather(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int n_received,
                  MPI_Datatype received_type, MPI_Comm communicator);
int MPI_Allgatherv(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int const* n_received,
                   int const* starts, MPI_Datatype received_type, MPI_Comm communicator);
int MPI_Alltoall(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int n_received,
                 MPI_Datatype received_type, MPI_Comm communicator);
int MPI_Alltoallv(void const* send, int const* n_sent, int const* sent_starts, MPI_Datatype sent_type, void* receive,
                  int const* n_received, int const* received_starts, MPI_Datatype received_type, MPI_Comm communicator);

int MPI_Ibcast(void* buffer, int n, MPI_Datatype type, int root, MPI_Comm communicator, MPI_Request* request);
int MPI_Iallreduce(void const* send, void* receive, int n, MPI_Datatype type, MPI_Op op, MPI_Comm communicator,
                   MPI_Request* request);
int MPI_Igatherv(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int const* n_received,
                 int const* starts, MPI_Datatype received_type, int root, MPI_Comm communicator, MPI_Request* request);
int MPI_Iallgather(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int n_received,
                   MPI_Datatype received_type, MPI_Comm communicator, MPI_Request* request);
int MPI_Iallgatherv(void const* send, int n_sent, MPI_Datatype sent_type, void* receive, int const* n_received,
                    int const* starts, MPI_Datatype received_type, MPI_Comm communicator, MPI_Request* request);
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status);
/// `index` becomes MPI_UNDEFINED, because no request is pending.
int MPI_Waitany(int n, MPI_Request* requests, int* index, MPI_Status* status);
int MPI_Waitall(int n, MPI_Request* requests, MPI_Status* statuses);

/// Windows: memory that other processes access. The only operation is the addition of 64-bit integers.
typedef struct chemora_mpi_window* MPI_Win;
typedef ptrdiff_t MPI_Aint;
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm communicator, void* memory, MPI_Win* window);
int MPI_Win_free(MPI_Win* window);
int MPI_Win_lock_all(int assertion, MPI_Win window);
int MPI_Win_unlock_all(MPI_Win window);
int MPI_Win_sync(MPI_Win window);
int MPI_Win_flush(int rank, MPI_Win window);
int MPI_Fetch_and_op(void const* value, void* before, MPI_Datatype type, int rank, MPI_Aint offset, MPI_Op op,
                     MPI_Win window);

/// Messages between processes: each of these functions prints an error and aborts.
int MPI_Send(void const* buffer, int n, MPI_Datatype type, int rank, int tag, MPI_Comm communicator);
int MPI_Recv(void* buffer, int n, MPI_Datatype type, int rank, int tag, MPI_Comm communicator, MPI_Status* status);
int MPI_Isend(void const* buffer, int n, MPI_Datatype type, int rank, int tag, MPI_Comm communicator,
              MPI_Request* request);
int MPI_Irecv(void* buffer, int n, MPI_Datatype type, int rank, int tag, MPI_Comm communicator, MPI_Request* request);

#ifdef __cplusplus
}
#endif

#endif
