#include "framework/serial_mpi/mpi.h"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

bool is_initialized = false;
bool is_finalized = false;

int copy(void const* from, void* to, int n, MPI_Datatype type) {
  if (from != MPI_IN_PLACE && n > 0)
    std::memmove(to, from, static_cast<std::size_t>(n) * static_cast<std::size_t>(type));
  return MPI_SUCCESS;
}

void* element(void* buffer, int i, MPI_Datatype type) {
  return static_cast<char*>(buffer) + static_cast<std::ptrdiff_t>(i) * type;
}

int complete(int code, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return code;
}

[[noreturn]] void reject_message(char const* function) {
  std::fflush(stdout);
  std::fprintf(
      stderr,
      "%s: this program was built without MPI (CHEMORA_WITH_MPI=OFF), so there is no other process to exchange "
      "messages with. Configure it with -DCHEMORA_WITH_MPI=ON to run several processes.\n",
      function);
  std::abort();
}

/// Variables in which the launchers of Open MPI, MPICH and Slurm report the number of processes.
constexpr char const* process_counts[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};

void require_one_process() {
  for (char const* const name : process_counts) {
    char const* const count = std::getenv(name);
    if (!count || std::string_view(count) == "1") continue;
    std::fprintf(
        stderr,
        "mpirun has started %s processes (%s), but this program was built without MPI (CHEMORA_WITH_MPI=OFF) and "
        "runs as one process. Start it without mpirun, or configure it with -DCHEMORA_WITH_MPI=ON.\n",
        count, name);
    std::abort();
  }
}

} // namespace

int MPI_Init_thread(int*, char***, int required, int* provided) {
  require_one_process();
  is_initialized = true;
  *provided = required;
  return MPI_SUCCESS;
}
int MPI_Initialized(int* flag) {
  *flag = is_initialized;
  return MPI_SUCCESS;
}
int MPI_Finalized(int* flag) {
  *flag = is_finalized;
  return MPI_SUCCESS;
}
int MPI_Finalize() {
  is_finalized = true;
  return MPI_SUCCESS;
}
int MPI_Abort(MPI_Comm, int exit_code) {
  std::fflush(nullptr);
  std::_Exit(exit_code);
}
int MPI_Error_string(int code, char* text, int* length) {
  *length = std::snprintf(text, MPI_MAX_ERROR_STRING, "error %d", code);
  return MPI_SUCCESS;
}
double MPI_Wtime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 1;
  return MPI_SUCCESS;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm* copy) {
  *copy = communicator;
  return MPI_SUCCESS;
}
int MPI_Comm_split_type(MPI_Comm communicator, int, int, MPI_Info, MPI_Comm* part) {
  *part = communicator;
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* communicator) {
  *communicator = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

int MPI_Type_contiguous(int n, MPI_Datatype element, MPI_Datatype* type) {
  *type = n * element;
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype*) { return MPI_SUCCESS; }
int MPI_Type_free(MPI_Datatype* type) {
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int MPI_Barrier(MPI_Comm) { return MPI_SUCCESS; }
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) { return MPI_SUCCESS; }
int MPI_Allreduce(void const* send, void* receive, int n, MPI_Datatype type, MPI_Op, MPI_Comm) {
  return copy(send, receive, n, type);
}
int MPI_Scan(void const* send, void* receive, int n, MPI_Datatype type, MPI_Op, MPI_Comm) {
  return copy(send, receive, n, type);
}
int MPI_Gather(void const* send, int n, MPI_Datatype type, void* receive, int, MPI_Datatype, int, MPI_Comm) {
  return copy(send, receive, n, type);
}
int MPI_Gatherv(void const* send, int n, MPI_Datatype type, void* receive, int const*, int const* starts,
                MPI_Datatype received_type, int, MPI_Comm) {
  return copy(send, element(receive, starts[0], received_type), n, type);
}
int MPI_Allgather(void const* send, int n, MPI_Datatype type, void* receive, int, MPI_Datatype, MPI_Comm) {
  return copy(send, receive, n, type);
}
int MPI_Allgatherv(void const* send, int n, MPI_Datatype type, void* receive, int const*, int const* starts,
                   MPI_Datatype received_type, MPI_Comm) {
  return copy(send, element(receive, starts[0], received_type), n, type);
}
int MPI_Alltoall(void const* send, int n, MPI_Datatype type, void* receive, int, MPI_Datatype, MPI_Comm) {
  return copy(send, receive, n, type);
}
int MPI_Alltoallv(void const* send, int const* n_sent, int const* sent_starts, MPI_Datatype sent_type, void* receive,
                  int const*, int const* received_starts, MPI_Datatype received_type, MPI_Comm) {
  auto const* const from = static_cast<char const*>(send) + static_cast<std::ptrdiff_t>(sent_starts[0]) * sent_type;
  return copy(from, element(receive, received_starts[0], received_type), n_sent[0], sent_type);
}

int MPI_Ibcast(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request* request) { return complete(MPI_SUCCESS, request); }
int MPI_Iallreduce(void const* send, void* receive, int n, MPI_Datatype type, MPI_Op, MPI_Comm, MPI_Request* request) {
  return complete(copy(send, receive, n, type), request);
}
int MPI_Igatherv(void const* send, int n, MPI_Datatype type, void* receive, int const*, int const* starts,
                 MPI_Datatype received_type, int, MPI_Comm, MPI_Request* request) {
  return complete(copy(send, element(receive, starts[0], received_type), n, type), request);
}
int MPI_Iallgather(void const* send, int n, MPI_Datatype type, void* receive, int, MPI_Datatype, MPI_Comm,
                   MPI_Request* request) {
  return complete(copy(send, receive, n, type), request);
}
int MPI_Iallgatherv(void const* send, int n, MPI_Datatype type, void* receive, int const*, int const* starts,
                    MPI_Datatype received_type, MPI_Comm, MPI_Request* request) {
  return complete(copy(send, element(receive, starts[0], received_type), n, type), request);
}
int MPI_Test(MPI_Request*, int* flag, MPI_Status*) {
  *flag = 1;
  return MPI_SUCCESS;
}
int MPI_Waitany(int, MPI_Request*, int* index, MPI_Status*) {
  *index = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
int MPI_Waitall(int, MPI_Request*, MPI_Status*) { return MPI_SUCCESS; }

int MPI_Send(void const*, int, MPI_Datatype, int, int, MPI_Comm) { reject_message("MPI_Send"); }
int MPI_Recv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*) { reject_message("MPI_Recv"); }
int MPI_Isend(void const*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) { reject_message("MPI_Isend"); }
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) { reject_message("MPI_Irecv"); }

struct chemora_mpi_window {
  int64_t* memory;
};
int MPI_Win_allocate(MPI_Aint bytes, int, MPI_Info, MPI_Comm, void* memory, MPI_Win* window) {
  *window = new chemora_mpi_window{new int64_t[static_cast<std::size_t>(bytes) / sizeof(int64_t) + 1]()};
  *static_cast<int64_t**>(memory) = (*window)->memory;
  return MPI_SUCCESS;
}
int MPI_Win_free(MPI_Win* window) {
  delete[](*window)->memory;
  delete *window;
  *window = nullptr;
  return MPI_SUCCESS;
}
int MPI_Win_lock_all(int, MPI_Win) { return MPI_SUCCESS; }
int MPI_Win_unlock_all(MPI_Win) { return MPI_SUCCESS; }
int MPI_Win_sync(MPI_Win) { return MPI_SUCCESS; }
int MPI_Win_flush(int, MPI_Win) { return MPI_SUCCESS; }
int MPI_Fetch_and_op(void const* value, void* before, MPI_Datatype type, int, MPI_Aint offset, MPI_Op op,
                     MPI_Win window) {
  if (type != MPI_INT64_T || op != MPI_SUM) reject_message("MPI_Fetch_and_op");
  *static_cast<int64_t*>(before) = window->memory[offset];
  window->memory[offset] += *static_cast<int64_t const*>(value);
  return MPI_SUCCESS;
}
