// Counts the processes of a node by messages.
#include "node_share.hpp"

#include "gather.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <mpi.h>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace device_arrays {

namespace {

[[noreturn]] void refuse(std::string const& text) {
  throw std::runtime_error("`" + text + "` names no processes; allowed are `all`, or numbers and ranges as `0, 2-3`.");
}

/// Takes a number from the beginning of `rest`.
int take_number(std::string_view& rest, std::string const& text) {
  int number = 0;
  auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < 0) refuse(text);
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

} // namespace

std::vector<int> parse_processes(std::string const& text, int n_processes) {
  std::string compact;
  std::copy_if(text.begin(), text.end(), std::back_inserter(compact), [](unsigned char c) { return !std::isspace(c); });
  std::vector<int> processes;
  if (compact == "all") {
    processes.resize(static_cast<std::size_t>(n_processes));
    std::iota(processes.begin(), processes.end(), 0);
    return processes;
  }
  for (std::string_view rest = compact;; rest.remove_prefix(1)) {
    int const first = take_number(rest, text);
    int last = first;
    if (!rest.empty() && rest[0] == '-') {
      rest.remove_prefix(1);
      last = take_number(rest, text);
    }
    if (last < first) refuse(text);
    if (last >= n_processes)
      throw std::runtime_error("`" + text + "` names process " + std::to_string(last) + ", but there are " +
                               std::to_string(n_processes) + ", counted from 0.");
    for (int process = first; process <= last; ++process) processes.push_back(process);
    if (rest.empty()) return processes;
    if (rest[0] != ',') refuse(text);
  }
}

std::string ranges(std::vector<int> const& numbers) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[first]);
    if (last > first) text += "-" + std::to_string(numbers[last]);
  }
  return text;
}

std::string devices_of_processes(std::string const& mine) {
  std::map<std::string, std::vector<int>> processes;
  auto const names = gather(mine);
  for (std::size_t process = 0; process < names.size(); ++process)
    processes[names[process]].push_back(static_cast<int>(process));
  std::string text;
  for (auto const& [device, numbers] : processes) {
    text += text.empty()          ? (numbers.size() == 1 ? "Process " : "Processes ")
            : numbers.size() == 1 ? "; process "
                                  : "; processes ";
    text += ranges(numbers) + (numbers.size() == 1 ? " computes on " : " compute on ") + device;
  }
  return text + ".";
}

NodeShare node_share(std::string const& processes) {
  int is_running = 0;
  MPI_Initialized(&is_running);
  if (!is_running) return {!parse_processes(processes, 1).empty(), 0};
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  auto const named = parse_processes(processes, size); // the same everywhere, as is its failure
  NodeShare share;
  share.has_device = std::find(named.begin(), named.end(), rank) != named.end();
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  int const mine = share.has_device ? 1 : 0;
  int up_to_mine = 0;
  MPI_Scan(&mine, &up_to_mine, 1, MPI_INT, MPI_SUM, node);
  MPI_Comm_free(&node);
  share.number = up_to_mine - mine;
  return share;
}

} // namespace device_arrays
