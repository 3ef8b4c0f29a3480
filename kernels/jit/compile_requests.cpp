// Compiles the kernels that all processes request. Processes first exchange digests of their kernels. They then send
// sources and objects only to processes that need them.
#include "kernels/jit/compile_and_load.hpp"

#include "framework/base/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace chemora::jit {

namespace {

constexpr char const* format_version = "0.1.0 format 1"; // change this text when objects change although their keys are
                                                         // equal

/// A kernel that one or more processes request.
struct DistinctKernel {
  std::string digest;
  int first_rank;    ///< the first process that requests the kernel and therefore has its source
  int compiler_rank; ///< the process that compiles the kernel
};

/// Returns all distinct kernels, ordered by the first process that requests them and by the order of its requests. The
/// result is equal on all processes.
std::vector<DistinctKernel> distinct_kernels(std::vector<std::string> const& own_digests, CompilerPool const& pool,
                                             ProcessGroup& group) {
  std::string own_lines;
  for (std::string const& digest : own_digests) own_lines += digest + "\n";
  auto const lines_by_rank = group.all_gather(own_lines);
  std::vector<DistinctKernel> kernels;
  for (int rank = 0; rank < group.size(); ++rank) {
    auto const i = static_cast<std::size_t>(rank);
    std::istringstream lines(lines_by_rank[i]);
    for (std::string digest; std::getline(lines, digest);) {
      auto const is_same = [&](DistinctKernel const& kernel) { return kernel.digest == digest; };
      if (std::none_of(kernels.begin(), kernels.end(), is_same))
        kernels.push_back({digest, rank, pool.members[i].leader});
    }
  }
  return kernels;
}

/// Converts a request to a message: the lengths of two members, followed by the three members.
std::string pack(Request const& request) {
  return fmt::format("{} {}\n", request.kernel.size(), request.source.size()) + request.kernel + request.source +
         request.key;
}

Request unpack_request(std::string const& text) {
  std::size_t const end = text.find('\n'), space = text.find(' ');
  std::size_t const n_kernel = std::stoul(text.substr(0, space)), n_source = std::stoul(text.substr(space + 1, end));
  return {text.substr(end + 1, n_kernel), text.substr(end + 1 + n_kernel, n_source),
          text.substr(end + 1 + n_kernel + n_source)};
}

/// A leader's result for one kernel: an object or an error.
struct Answer {
  Obtained obtained;
  std::string error;
  bool has_no_compiler = false; ///< `error` is the reason
};

std::string pack(Answer const& answer) {
  char const kind = answer.has_no_compiler ? 'n' : answer.obtained.is_from_cache ? 'c' : '-';
  auto const& first_failure = answer.obtained.first_failure;
  return fmt::format("{} {} {} {}\n", answer.error.size(), kind, first_failure.size(), answer.obtained.seconds) +
         answer.error + first_failure + answer.obtained.object;
}

Answer unpack_answer(std::string const& text) {
  std::size_t const end = text.find('\n');
  std::istringstream head(text.substr(0, end));
  std::size_t n_error = 0, n_first_failure = 0;
  char kind = '-';
  Answer answer;
  head >> n_error >> kind >> n_first_failure >> answer.obtained.seconds;
  answer.has_no_compiler = kind == 'n';
  answer.obtained.is_from_cache = kind == 'c';
  answer.error = text.substr(end + 1, n_error);
  answer.obtained.first_failure = text.substr(end + 1 + n_error, n_first_failure);
  answer.obtained.object = text.substr(end + 1 + n_error + n_first_failure);
  return answer;
}

/// Loads the object as a check. If loading fails, clears the object and sets the error. The launch shape is arbitrary.
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
  } catch (std::exception const& failure) { // the other processes wait for a result, so the exception is returned as an
                                            // error
    compiled.assign(texts.size(), {"", failure.what(), 0});
  }
  for (std::size_t n = 0; n < texts.size(); ++n) check_by_loading(compiled[n], texts[n].kernel, device);
  return compiled;
}

/// Compiles the sources and repeats failed compilations once, unless the device has no working compiler. A compilation
/// may fail because the system killed the compiler or the disk was full temporarily.
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
    if (!compiled[i].error.empty())
      continue; // the first error is reported, because only the first attempt saves its
                // source and log
    answer.obtained = {std::move(compiled[i].object), false, answer.obtained.seconds + compiled[i].seconds,
                       std::exchange(answer.error, {})};
  }
  return answers;
}

/// Provides the requested kernels on a leader: reads them from the cache or compiles them.
std::vector<Answer> provide(std::vector<Request> const& requests, CompilerPool const& pool, device::Device& device,
                            DiskCache* cache, ProcessGroup const& group, int n_compilers, CacheUse cache_use) {
  std::vector<Answer> answers(requests.size());
  std::vector<std::size_t> missing;
  std::vector<device::CompileRequest> texts;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    auto cached = cache && cache_use == CacheUse::find_and_store ? cache->find(requests[i].key) : std::nullopt;
    if (cached) {
      answers[i].obtained = {std::move(*cached), true, 0};
    } else {
      missing.push_back(i);
      texts.push_back({requests[i].kernel, requests[i].source});
    }
  }
  if (missing.empty()) return answers;
  std::string no_compiler = pool.no_compiler(group.rank());
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
  if (cache && no_compiler.empty()) store_compiler(*cache, pool);
  return answers;
}

/// Records in the pool that a leader's compiler does not work.
void set_no_compiler(CompilerPool& pool, int leader, std::string const& reason) {
  for (auto& member : pool.members)
    if (member.leader == leader) member.no_compiler = reason;
}

/// Sends the source of each kernel to the process that compiles it. Returns the requests that this process compiles.
std::vector<Request> send_sources(std::vector<DistinctKernel> const& kernels, std::vector<Request> const& own_requests,
                                  std::vector<std::string> const& own_digests, ProcessGroup& group) {
  std::vector<Request> to_compile;
  for (auto const& kernel : kernels) {
    std::string text;
    if (group.rank() == kernel.first_rank) {
      auto const position = std::find(own_digests.begin(), own_digests.end(), kernel.digest) - own_digests.begin();
      text = pack(own_requests[static_cast<std::size_t>(position)]);
    }
    if (kernel.first_rank != kernel.compiler_rank) group.broadcast(text, kernel.first_rank);
    if (group.rank() == kernel.compiler_rank) to_compile.push_back(unpack_request(text));
  }
  return to_compile;
}

} // namespace

std::string_view code_version() { return format_version; }

std::string make_key(std::string const& graph, std::string const& plan, std::string const& source,
                     device::Properties const& properties, CompilerPool const& pool) {
  std::string key = fmt::format("chemora {}\ndevice {}\ncompiler {}\nprocessor {}\nflags", format_version,
                                properties.kind, pool.compiler, pool.processor);
  for (auto const& flag : properties.flags) key += " " + flag;
  return key + "\n" + graph + "\n" + plan + "\n" + source;
}

std::vector<Obtained> compile_requests(std::vector<Request> const& requests, CompilerPool& pool, device::Device& device,
                                       DiskCache* cache, ProcessGroup& group, int n_compilers, CacheUse cache_use) {
  std::vector<std::string> digests;
  for (Request const& request : requests) digests.push_back(base::to_digest(request.key));
  auto const kernels = distinct_kernels(digests, pool, group);
  auto const to_compile = send_sources(kernels, requests, digests, group);
  auto const answers = provide(to_compile, pool, device, cache, group, n_compilers, cache_use);

  std::vector<Obtained> obtained(requests.size());
  std::string error;
  std::size_t next = 0;
  for (auto const& kernel : kernels) {
    std::string text = group.rank() == kernel.compiler_rank ? pack(answers[next++]) : std::string();
    group.broadcast(text, kernel.compiler_rank);
    Answer const answer = unpack_answer(text);
    if (answer.has_no_compiler)
      set_no_compiler(pool, kernel.compiler_rank, answer.error);
    else if (error.empty())
      error = answer.error;
    for (std::size_t n = 0; n < requests.size(); ++n)
      if (digests[n] == kernel.digest) obtained[n] = answer.obtained;
  }
  if (!error.empty()) throw CompilationError(error);
  return obtained;
}

} // namespace chemora::jit
