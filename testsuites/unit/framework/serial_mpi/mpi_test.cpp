#include "framework/serial_mpi/mpi.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>

namespace {

using testing::ElementsAre;

TEST(SerialMpi, HasOneProcess) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int size = 0, rank = -1;
  MPI_Comm_size(node, &size);
  MPI_Comm_rank(node, &rank);
  EXPECT_EQ(size, 1);
  EXPECT_EQ(rank, 0);
  EXPECT_NE(node, MPI_COMM_NULL);
  MPI_Comm_free(&node);
  EXPECT_EQ(node, MPI_COMM_NULL);
}

TEST(SerialMpi, ReportsWhetherItIsRunning) {
  int is_initialized = 1, is_finalized = 1, provided = 0;
  MPI_Initialized(&is_initialized);
  EXPECT_FALSE(is_initialized);
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Initialized(&is_initialized);
  MPI_Finalized(&is_finalized);
  EXPECT_EQ(provided, MPI_THREAD_FUNNELED);
  EXPECT_TRUE(is_initialized);
  EXPECT_FALSE(is_finalized);
  MPI_Finalize();
  MPI_Finalized(&is_finalized);
  EXPECT_TRUE(is_finalized);
}

class SerialMpiCollectives : public testing::Test {
protected:
  std::array<double, 2> const sent_{1.5, 2.5};
  std::array<double, 4> received_{};
  int const n_ = 2, start_ = 1;
  MPI_Request request_ = 1;

  void expect_copy_to_start() { EXPECT_THAT(received_, ElementsAre(1.5, 2.5, 0, 0)); }
  void expect_copy_to_offset() { EXPECT_THAT(received_, ElementsAre(0, 1.5, 2.5, 0)); }
};

TEST_F(SerialMpiCollectives, CopyToTheStart) {
  auto const* const send = sent_.data();
  auto* const receive = received_.data();
  auto const expect_copy_and_clear = [&](int code) {
    EXPECT_EQ(code, MPI_SUCCESS);
    expect_copy_to_start();
    received_ = {};
  };
  expect_copy_and_clear(MPI_Allreduce(send, receive, n_, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
  expect_copy_and_clear(MPI_Scan(send, receive, n_, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
  expect_copy_and_clear(MPI_Gather(send, n_, MPI_DOUBLE, receive, n_, MPI_DOUBLE, 0, MPI_COMM_WORLD));
  expect_copy_and_clear(MPI_Allgather(send, n_, MPI_DOUBLE, receive, n_, MPI_DOUBLE, MPI_COMM_WORLD));
  expect_copy_and_clear(MPI_Alltoall(send, n_, MPI_DOUBLE, receive, n_, MPI_DOUBLE, MPI_COMM_WORLD));
  expect_copy_and_clear(MPI_Iallreduce(send, receive, n_, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &request_));
  expect_copy_and_clear(MPI_Iallgather(send, n_, MPI_DOUBLE, receive, n_, MPI_DOUBLE, MPI_COMM_WORLD, &request_));
  EXPECT_EQ(request_, MPI_REQUEST_NULL);
}

TEST_F(SerialMpiCollectives, CopyToTheOffsetOfTheProcess) {
  auto const* const send = sent_.data();
  auto* const receive = received_.data();
  auto const expect_copy_and_clear = [&](int code) {
    EXPECT_EQ(code, MPI_SUCCESS);
    expect_copy_to_offset();
    received_ = {};
  };
  expect_copy_and_clear(MPI_Gatherv(send, n_, MPI_DOUBLE, receive, &n_, &start_, MPI_DOUBLE, 0, MPI_COMM_WORLD));
  expect_copy_and_clear(MPI_Allgatherv(send, n_, MPI_DOUBLE, receive, &n_, &start_, MPI_DOUBLE, MPI_COMM_WORLD));
  expect_copy_and_clear(
      MPI_Iallgatherv(send, n_, MPI_DOUBLE, receive, &n_, &start_, MPI_DOUBLE, MPI_COMM_WORLD, &request_));
  expect_copy_and_clear(
      MPI_Igatherv(send, n_, MPI_DOUBLE, receive, &n_, &start_, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request_));
  int const first = 0;
  expect_copy_and_clear(
      MPI_Alltoallv(send, &n_, &first, MPI_DOUBLE, receive, &n_, &start_, MPI_DOUBLE, MPI_COMM_WORLD));
}

TEST_F(SerialMpiCollectives, KeepDataInPlace) {
  received_ = {1, 2, 3, 4};
  MPI_Allreduce(MPI_IN_PLACE, received_.data(), 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(received_.data(), 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Ibcast(received_.data(), 4, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request_);
  EXPECT_THAT(received_, ElementsAre(1, 2, 3, 4));
}

TEST_F(SerialMpiCollectives, UseTheSizeOfDerivedTypes) {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Allgather(sent_.data(), 1, pair, received_.data(), 1, pair, MPI_COMM_WORLD);
  expect_copy_to_start();
  MPI_Type_free(&pair);
  EXPECT_EQ(pair, MPI_DATATYPE_NULL);
}

TEST(SerialMpi, HasNoPendingRequests) {
  MPI_Request request = MPI_REQUEST_NULL;
  int is_done = 0, index = 0;
  MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
  EXPECT_TRUE(is_done);
  MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
  EXPECT_EQ(index, MPI_UNDEFINED);
  EXPECT_EQ(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE), MPI_SUCCESS);
}

TEST(SerialMpi, AddsToWindows) {
  MPI_Win window = nullptr;
  int64_t* memory = nullptr;
  EXPECT_EQ(MPI_Win_allocate(2 * sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
            MPI_SUCCESS);
  MPI_Win_lock_all(0, window);
  memory[1] = 5;
  int64_t const value = 3;
  int64_t before = 0;
  EXPECT_EQ(MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, 1, MPI_SUM, window), MPI_SUCCESS);
  EXPECT_EQ(before, 5);
  EXPECT_EQ(memory[1], 8);
  EXPECT_DEATH(MPI_Fetch_and_op(&value, &before, MPI_INT, 0, 1, MPI_SUM, window), "MPI_Fetch_and_op: ");
  MPI_Win_unlock_all(window);
  EXPECT_EQ(MPI_Win_free(&window), MPI_SUCCESS);
  EXPECT_EQ(window, nullptr);
}

TEST(SerialMpi, AbortsForMessages) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_DEATH(MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD), "MPI_Send: this program was built without MPI");
  EXPECT_DEATH(MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv: .* no other process");
  EXPECT_DEATH(MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request), "MPI_Isend: .*CHEMORA_WITH_MPI=ON");
  EXPECT_DEATH(MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request), "MPI_Irecv: ");
}

TEST(SerialMpi, AbortsIfALauncherStartsSeveralProcesses) {
  for (char const* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    int provided = 0;
    setenv(name, "2", 1);
    EXPECT_DEATH(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "has started 2 processes");
    setenv(name, "1", 1);
    EXPECT_EQ(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), MPI_SUCCESS);
    unsetenv(name);
  }
}

} // namespace
