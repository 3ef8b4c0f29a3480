#include "processes.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace devices {

namespace {

void check(int code, char const* call) {
  if (code == MPI_SUCCESS) return;
  char words[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, words, &length);
  throw std::runtime_error(std::string(call) + " failed: " + words);
}

/// Waits for the request and sleeps between tests. MPI_Wait would use a processor continuously, which slows down a
/// compiler started by another process.
void wait_for(MPI_Request request) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds busy{200}, pause{200}; // short messages arrive during `busy`
  auto const start = Clock::now();
  for (int is_done = 0;;) {
    check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_done) return;
    if (Clock::now() - start > busy) std::this_thread::sleep_for(pause);
  }
}

[[noreturn]] void reject(std::string const& text) {
  throw std::runtime_error("`" + text + "` names no processes; allowed are `all`, or numbers and ranges as `0, 2-3`.");
}

/// Removes an integer from the start of `rest` and returns it. The error message quotes `text`.
int take_number(std::string_view& rest, std::string const& text) {
  int number = 0;
  auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < 0) reject(text);
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

/// Formats increasing process numbers as ranges, for example `0-2, 5`.
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

int MpiExchange::rank() const {
  int rank = 0;
  check(MPI_Comm_rank(communicator_, &rank), "MPI_Comm_rank");
  return rank;
}

int MpiExchange::size() const {
  int size = 1;
  check(MPI_Comm_size(communicator_, &size), "MPI_Comm_size");
  return size;
}

// Exchanges the lengths of the texts first, and then parts of equal length of all texts, round by round.
std::vector<std::string> MpiExchange::gather(std::string const& local, bool is_for_all) {
  auto const n = static_cast<std::size_t>(size()), own = static_cast<std::size_t>(rank());
  unsigned long long const length = local.size();
  std::vector<unsigned long long> lengths(n);
  MPI_Request request;
  check(MPI_Iallgather(&length, 1, MPI_UNSIGNED_LONG_LONG, lengths.data(), 1, MPI_UNSIGNED_LONG_LONG, communicator_,
                       &request),
        "MPI_Iallgather");
  wait_for(request);
  std::vector<std::string> texts(is_for_all || own == 0 ? n : 0);
  std::string received;
  auto const longest = static_cast<std::size_t>(*std::max_element(lengths.begin(), lengths.end()));
  std::size_t const part = std::max(max_bytes_ / n, std::size_t{1});
  for (std::size_t begin = 0; begin < longest; begin += part) {
    std::vector<int> counts(n), starts(n);
    int total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      starts[i] = total;
      counts[i] = static_cast<int>(std::min<std::size_t>(part, lengths[i] - std::min<std::size_t>(begin, lengths[i])));
      total += counts[i];
    }
    received.resize(texts.empty() ? 0 : static_cast<std::size_t>(total));
    char const* const sent = local.data() + std::min(begin, local.size());
    if (is_for_all)
      check(MPI_Iallgatherv(sent, counts[own], MPI_CHAR, received.data(), counts.data(), starts.data(), MPI_CHAR,
                            communicator_, &request),
            "MPI_Iallgatherv");
    else
      check(MPI_Igatherv(sent, counts[own], MPI_CHAR, received.data(), counts.data(), starts.data(), MPI_CHAR, 0,
                         communicator_, &request),
            "MPI_Igatherv");
    wait_for(request);
    for (std::size_t i = 0; i < texts.size(); ++i)
      texts[i].append(received, static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(counts[i]));
  }
  return texts;
}

void MpiExchange::broadcast(std::string& bytes, int root) {
  unsigned long long length = bytes.size();
  MPI_Request request;
  check(MPI_Ibcast(&length, 1, MPI_UNSIGNED_LONG_LONG, root, communicator_, &request), "MPI_Ibcast");
  wait_for(request);
  bytes.resize(length);
  for (std::size_t done = 0; done < bytes.size(); done += max_bytes_) {
    auto const n = static_cast<int>(std::min(max_bytes_, bytes.size() - done));
    check(MPI_Ibcast(bytes.data() + done, n, MPI_CHAR, root, communicator_, &request), "MPI_Ibcast");
    wait_for(request);
  }
}

int MpiExchange::n_on_node() {
  MPI_Comm node;
  check(MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int size = 1;
  MPI_Comm_size(node, &size);
  MPI_Comm_free(&node);
  return size;
}

std::vector<std::string> gather(std::string const& own_text) {
  int is_running = 0;
  MPI_Initialized(&is_running);
  return is_running ? MpiExchange(MPI_COMM_WORLD).all_gather(own_text) : std::vector{own_text};
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
  auto const named = parse_processes(processes, size); // an error is thrown on all processes
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
