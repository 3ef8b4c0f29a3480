#include "kernels/jit/compiler_pool.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::jit {

namespace {

std::string compiler_key(std::string const& processor) { return "compiler of kernels 1\n" + processor + "\n"; }

std::vector<CompilerPool::Member> find_leaders(LocalCompiler const& local, ProcessGroup& group) {
  auto const processors = group.all_gather(local.processor);
  auto const reasons = group.all_gather(local.no_compiler);
  std::map<std::string, std::size_t> leaders;
  for (std::size_t rank = 0; rank < processors.size(); ++rank) {
    auto const [leader, is_new] = leaders.emplace(processors[rank], rank);
    if (!is_new && reasons[rank].empty() && !reasons[leader->second].empty()) leader->second = rank;
  }
  std::vector<CompilerPool::Member> members;
  for (auto const& processor : processors) {
    std::size_t const leader = leaders.at(processor);
    members.push_back({static_cast<int>(leader), reasons[leader]});
  }
  return members;
}

/// Converts ranks in increasing order to a text such as `0, 2 to 5`.
std::string list_of(std::vector<int> const& ranks) {
  std::string text;
  for (std::size_t first = 0; first < ranks.size();) {
    std::size_t last = first;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (last == first + 1) last = first;
    text += text.empty() ? "" : ", ";
    text += last > first ? fmt::format("{} to {}", ranks[first], ranks[last]) : fmt::format("{}", ranks[first]);
    first = last + 1;
  }
  return text;
}

} // namespace

CompilerPool open_compiler_pool(LocalCompiler const& local, ProcessGroup& group,
                                std::function<DiskCache*()> const& open_cache) {
  CompilerPool pool{find_leaders(local, group), local.processor, {}};
  std::string compiler;
  if (pool.is_leader(group.rank())) {
    DiskCache* const cache = open_cache();
    compiler = local.no_compiler.empty() ? local.compiler
               : cache                   ? cache->find(compiler_key(local.processor)).value_or("")
                                         : std::string();
  }
  auto const compilers = group.all_gather(compiler);
  int const leader = pool.members[static_cast<std::size_t>(group.rank())].leader;
  pool.compiler = compilers[static_cast<std::size_t>(leader)];
  return pool;
}

CompilerPool single_compiler_pool(LocalCompiler const& local) {
  return {{{0, local.no_compiler}}, local.processor, local.no_compiler.empty() ? local.compiler : std::string()};
}

void store_compiler(DiskCache& cache, CompilerPool const& pool) {
  std::string const key = compiler_key(pool.processor);
  if (cache.find(key) != pool.compiler) cache.store(key, pool.compiler);
}

std::string to_text(CompilerPool const& pool) {
  std::map<std::string, std::vector<int>> ranks_by_reason;
  for (std::size_t rank = 0; rank < pool.members.size(); ++rank)
    if (auto const& reason = pool.members[rank].no_compiler; !reason.empty())
      ranks_by_reason[reason].push_back(static_cast<int>(rank));
  std::string text;
  for (auto const& [reason, ranks] : ranks_by_reason)
    text += fmt::format("{}No kernels are compiled for process{} {}: {}", text.empty() ? "" : " ",
                        ranks.size() == 1 ? "" : "es", list_of(ranks), reason);
  return text;
}

} // namespace chemora::jit
