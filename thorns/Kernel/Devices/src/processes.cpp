#include "processes.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <mpi.h>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace devices {

namespace {

[[noreturn]] void reject(std::string const& text) {
  throw std::runtime_error("`" + text + "` names no processes; allowed are `all`, or numbers and ranges as `0, 2-3`.");
}

/// Removes a number from the start of `rest` and returns it. `text` is for the error message.
int take_number(std::string_view& rest, std::string const& text) {
  int number = 0;
  auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < 0) reject(text);
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

/// Process numbers, which increase, as `0-2, 5`.
std::string ranges(std::vector<int> const& numbers) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[first]);
    if (last > first) text += "-" + std::to_string(numbers[last]);
  }
  return text;
}

} // namespace

std::vector<std::string> gather(std::string const& own_text) {
  int is_running = 0, n_processes = 1;
  MPI_Initialized(&is_running);
  if (!is_running) return {own_text};
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  int const length = static_cast<int>(own_text.size());
  int max_length = 0;
  MPI_Allreduce(&length, &max_length, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  auto const stride = static_cast<std::size_t>(max_length);
  std::string padded = own_text, gathered(static_cast<std::size_t>(n_processes) * stride, '\0');
  padded.resize(stride, '\0');
  MPI_Allgather(padded.data(), max_length, MPI_CHAR, gathered.data(), max_length, MPI_CHAR, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::size_t first = 0; first < gathered.size(); first += stride) {
    std::string const text = gathered.substr(first, stride);
    texts.push_back(text.substr(0, text.find('\0')));
  }
  texts.resize(static_cast<std::size_t>(n_processes)); // all texts may be empty
  return texts;
}

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
    if (last < first) reject(text);
    if (last >= n_processes)
      throw std::runtime_error("`" + text + "` names process " + std::to_string(last) + ", but there are " +
                               std::to_string(n_processes) + ", counted from 0.");
    for (int process = first; process <= last; ++process) processes.push_back(process);
    if (rest.empty()) return processes;
    if (rest[0] != ',') reject(text);
  }
}

std::string describe_devices(std::string const& own_device) {
  std::map<std::string, std::vector<int>> processes_of;
  auto const devices = gather(own_device);
  for (std::size_t process = 0; process < devices.size(); ++process)
    processes_of[devices[process]].push_back(static_cast<int>(process));
  std::string text;
  for (auto const& [device, processes] : processes_of) {
    bool const is_one = processes.size() == 1;
    text += text.empty() ? (is_one ? "Process " : "Processes ") : is_one ? "; process " : "; processes ";
    text += ranges(processes) + (is_one ? " computes on " : " compute on ") + device;
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
  auto const named = parse_processes(processes, size); // if it throws, it throws on every process
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

} // namespace devices
