// Sentences gathered on process 0, where each is said once.
#include "framework/run/parameter_errors.hpp"

#include "framework/services/messages.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <set>
#include <string>
#include <vector>

namespace chemora::run {

namespace {

/// The texts of all processes one after the other, on process 0 only.
std::string gather(std::string const& mine) {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  auto const length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(size)), offsets(lengths.size());
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (std::size_t process = 1; process < offsets.size(); ++process)
    offsets[process] = offsets[process - 1] + lengths[process - 1];
  std::string all(rank == 0 ? static_cast<std::size_t>(offsets.back() + lengths.back()) : 0, ' ');
  MPI_Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
  return all;
}

/// Each text up to a character 0.
std::set<std::string> split(std::string const& texts) {
  std::set<std::string> parts;
  for (std::size_t at = 0; at < texts.size(); at = texts.find('\0', at) + 1) parts.insert(texts.c_str() + at);
  return parts;
}

} // namespace

int share_parameter_errors() {
  std::string mine;
  for (std::string const& sentence : services::parameter_errors()) mine += sentence + '\0';
  std::set<std::string> const own = split(mine);
  std::set<std::string> const all = split(gather(mine));
  for (std::string const& sentence : all)
    if (!own.count(sentence)) fmt::print(stderr, "{}\n", sentence);
  auto n = static_cast<int>(all.size());
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return n;
}

} // namespace chemora::run
