// Texts of all processes in one message, padded to the longest.
#include "gather.hpp"

#include <mpi.h>

#include <cstddef>

namespace device_arrays {

std::vector<std::string> gather(std::string const& mine) {
  int is_running = 0, size = 1;
  MPI_Initialized(&is_running);
  if (!is_running) return {mine};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int const length = static_cast<int>(mine.size());
  int longest = 0;
  MPI_Allreduce(&length, &longest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  std::string padded = mine, all(static_cast<std::size_t>(size) * static_cast<std::size_t>(longest), '\0');
  padded.resize(static_cast<std::size_t>(longest), '\0');
  MPI_Allgather(padded.data(), longest, MPI_CHAR, all.data(), longest, MPI_CHAR, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (int n = 0; n < size; ++n) {
    std::string const text =
        all.substr(static_cast<std::size_t>(n) * static_cast<std::size_t>(longest), static_cast<std::size_t>(longest));
    texts.push_back(text.substr(0, text.find('\0')));
  }
  return texts;
}

} // namespace device_arrays
