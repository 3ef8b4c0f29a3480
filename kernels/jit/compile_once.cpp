// Who needs what is settled by digests; sources and objects travel only when somebody lacks them.
#include "kernels/jit/compile_once.hpp"

#include "framework/base/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace chemora::jit {

namespace {

constexpr char const* our_version = "0.1.0 format 1"; // change it when equal keys may mean other objects

/// A distinct kernel: the first process that asked for it, and the process that compiles it.
struct Order {
  std::string digest;
  int first_rank;
  int compiler_rank;
};

/// In order of first rank and of its requests; the same on every process.
std::vector<Order> distinct_orders(std::vector<std::string> const& digests, Workshop const& workshop,
                                   Exchange& exchange) {
  std::string mine;
  for (std::string const& digest : digests) mine += digest + "\n";
  auto const of_ranks = exchange.all_gather(mine);
  std::vector<Order> orders;
  for (int rank = 0; rank < exchange.size(); ++rank) {
    auto const i = static_cast<std::size_t>(rank);
    int const compiler = workshop.processes[i].leader;
    std::istringstream lines(of_ranks[i]);
    for (std::string digest; std::getline(lines, digest);) {
      bool const is_known =
          std::any_of(orders.begin(), orders.end(), [&](Order const& o) { return o.digest == digest; });
      if (!is_known) orders.push_back({digest, rank, compiler});
    }
  }
  return orders;
}

/// A request as it travels: the lengths of two parts, then all three.
std::string pack(Request const& r) {
  return fmt::format("{} {}\n", r.kernel.size(), r.source.size()) + r.kernel + r.source + r.key;
}

Request unpack(std::string const& text) {
  std::size_t const end = text.find('\n'), space = text.find(' ');
  std::size_t const n_kernel = std::stoul(text.substr(0, space)), n_source = std::stoul(text.substr(space + 1, end));
  return {text.substr(end + 1, n_kernel), text.substr(end + 1 + n_kernel, n_source),
          text.substr(end + 1 + n_kernel + n_source)};
}

/// What a leader gives back for one order: an object, an error, or why nothing is compiled.
struct Answer {
  Obtained obtained;
  std::string error;
  bool nothing_compiles = false; ///< `error` tells why
};

std::string pack(Answer const& a) {
  char const kind = a.nothing_compiles ? 'n' : a.obtained.is_from_cache ? 'c' : '-';
  auto const& first = a.obtained.first_failure;
  return fmt::format("{} {} {} {}\n", a.error.size(), kind, first.size(), a.obtained.seconds) + a.error + first +
         a.obtained.object;
}

Answer unpack_answer(std::string const& text) {
  std::size_t const end = text.find('\n');
  std::istringstream head(text.substr(0, end));
  std::size_t n_error = 0, n_first = 0;
  char kind = '-';
  Answer answer;
  head >> n_error >> kind >> n_first >> answer.obtained.seconds;
  answer.nothing_compiles = kind == 'n';
  answer.obtained.is_from_cache = kind == 'c';
  answer.error = text.substr(end + 1, n_error);
  answer.obtained.first_failure = text.substr(end + 1 + n_error, n_first);
  answer.obtained.object = text.substr(end + 1 + n_error + n_first);
  return answer;
}

/// What is compiled must load before it is cached or sent: the error says why it does not. How it is launched makes no
/// difference to that.
void check_by_loading(device::CompiledObject& compiled, std::string const& kernel, device::Device& device) {
  if (!compiled.error.empty()) return;
  try {
    device.load(kernel, compiled.object, {});
  } catch (device::DeviceError const& failure) {
    compiled.error = failure.what();
    compiled.object.clear();
  }
}

std::vector<device::CompiledObject> compile(std::vector<device::CompileRequest> const& texts, device::Device& device,
                                            int n_compilers) {
  std::vector<device::CompiledObject> compiled;
  try {
    compiled = device.compile(texts, n_compilers);
  } catch (std::exception const& failure) { // reported to all processes, which wait for the result
    compiled.assign(texts.size(), {"", failure.what(), 0});
  }
  for (std::size_t n = 0; n < texts.size(); ++n) check_by_loading(compiled[n], texts[n].kernel, device);
  return compiled;
}

/// Repeats once what failed: a compiler may be killed, and a disk may be full for a while. Not where nothing compiles.
std::vector<Answer> compile_with_second_attempt(std::vector<device::CompileRequest> const& texts,
                                                device::Device& device, int n_compilers) {
  std::vector<Answer> answers(texts.size());
  std::vector<std::size_t> failed;
  std::vector<device::CompileRequest> failed_texts;
  auto compiled = compile(texts, device, n_compilers);
  for (std::size_t n = 0; n < texts.size(); ++n) {
    answers[n] = {{std::move(compiled[n].object), false, compiled[n].seconds}, std::move(compiled[n].error)};
    if (answers[n].error.empty()) continue;
    failed.push_back(n);
    failed_texts.push_back({texts[n].kernel, texts[n].source, false});
  }
  if (failed.empty() || !device.properties().no_compiler.empty()) return answers;
  compiled = compile(failed_texts, device, n_compilers);
  for (std::size_t i = 0; i < failed.size(); ++i) {
    auto& answer = answers[failed[i]];
    if (!compiled[i].error.empty()) continue; // the first error is reported: only its source and log were saved
    answer.obtained = {std::move(compiled[i].object), false, answer.obtained.seconds + compiled[i].seconds,
                       std::exchange(answer.error, {})};
  }
  return answers;
}

/// Looks up or compiles the orders of this process, which leads.
std::vector<Answer> carry_out(std::vector<Request> const& requests, Workshop const& workshop, device::Device& device,
                              DiskCache* cache, Exchange const& exchange, int n_compilers, LookUp look_up) {
  std::vector<Answer> answers(requests.size());
  std::vector<std::size_t> missing;
  std::vector<device::CompileRequest> texts;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    auto found = cache && look_up == LookUp::cache ? cache->find(requests[i].key) : std::nullopt;
    if (found) {
      answers[i].obtained = {std::move(*found), true, 0};
    } else {
      missing.push_back(i);
      texts.push_back({requests[i].kernel, requests[i].source});
    }
  }
  if (missing.empty()) return answers;
  std::string no_compiler = workshop.no_compiler(exchange.rank());
  std::vector<Answer> compiled;
  if (no_compiler.empty()) {
    compiled = compile_with_second_attempt(texts, device, n_compilers);
    no_compiler = device.properties().no_compiler;
  }
  for (std::size_t j = 0; j < missing.size(); ++j) {
    auto& answer = answers[missing[j]];
    if (!no_compiler.empty()) {
      answer = {{}, no_compiler, true};
      continue;
    }
    answer = std::move(compiled[j]);
    if (cache && answer.error.empty()) cache->store(requests[missing[j]].key, answer.obtained.object);
  }
  if (cache && no_compiler.empty()) remember_compiler(*cache, workshop);
  return answers;
}

/// What a leader has found out about its compiler.
void note_no_compiler(Workshop& workshop, int leader, std::string const& reason) {
  for (auto& process : workshop.processes)
    if (process.leader == leader) process.no_compiler = reason;
}

} // namespace

std::string make_key(std::string const& graph, std::string const& plan, std::string const& source,
                     device::Properties const& properties, Workshop const& workshop) {
  std::string key = fmt::format("chemora {}\ndevice {}\ncompiler {}\nprocessor {}\nflags", our_version, properties.kind,
                                workshop.compiler, workshop.processor);
  for (auto const& flag : properties.flags) key += " " + flag;
  return key + "\n" + graph + "\n" + plan + "\n" + source;
}

std::vector<Obtained> compile_once(std::vector<Request> const& requests, Workshop& workshop, device::Device& device,
                                   DiskCache* cache, Exchange& exchange, int n_compilers, LookUp look_up) {
  std::vector<std::string> digests;
  for (Request const& request : requests) digests.push_back(base::to_digest(request.key));
  auto const orders = distinct_orders(digests, workshop, exchange);
  std::vector<Request> ours;
  for (auto const& order : orders) {
    std::string text;
    if (exchange.rank() == order.first_rank) {
      auto const at = std::find(digests.begin(), digests.end(), order.digest) - digests.begin();
      text = pack(requests[static_cast<std::size_t>(at)]);
    }
    if (order.first_rank != order.compiler_rank) exchange.broadcast(text, order.first_rank);
    if (exchange.rank() == order.compiler_rank) ours.push_back(unpack(text));
  }
  auto const answers = carry_out(ours, workshop, device, cache, exchange, n_compilers, look_up);

  std::vector<Obtained> mine(requests.size());
  std::string error;
  std::size_t next = 0;
  for (auto const& order : orders) {
    std::string text = exchange.rank() == order.compiler_rank ? pack(answers[next++]) : std::string();
    exchange.broadcast(text, order.compiler_rank);
    Answer const answer = unpack_answer(text);
    if (answer.nothing_compiles)
      note_no_compiler(workshop, order.compiler_rank, answer.error);
    else if (error.empty())
      error = answer.error;
    for (std::size_t n = 0; n < requests.size(); ++n)
      if (digests[n] == order.digest) mine[n] = answer.obtained;
  }
  if (!error.empty()) throw device::DeviceError(error);
  return mine;
}

} // namespace chemora::jit
