// Leaders follow from what all processes tell each other; then each leader tells what its objects are compiled with.
#include "kernels/jit/workshop.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::jit {

namespace {

std::string remembered_key(std::string const& processor) { return "compiler of kernels 1\n" + processor + "\n"; }

/// By rank: the first process of the same kind that has a compiler, else the first of the kind.
std::vector<Workshop::Process> find_leaders(Craftsman const& mine, Exchange& exchange) {
  auto const kinds = exchange.all_gather(mine.processor);
  auto const reasons = exchange.all_gather(mine.no_compiler);
  std::map<std::string, std::size_t> leaders;
  for (std::size_t rank = 0; rank < kinds.size(); ++rank) {
    auto const [leader, is_new] = leaders.emplace(kinds[rank], rank);
    if (!is_new && reasons[rank].empty() && !reasons[leader->second].empty()) leader->second = rank;
  }
  std::vector<Workshop::Process> processes;
  for (auto const& kind : kinds) processes.push_back({static_cast<int>(leaders.at(kind)), reasons[leaders.at(kind)]});
  return processes;
}

/// `0, 2 to 5`
std::string numbers(std::vector<int> const& ranks) {
  std::string text;
  for (std::size_t n = 0; n < ranks.size();) {
    std::size_t last = n;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (last == n + 1) last = n;
    text += (text.empty() ? "" : ", ") +
            (last > n ? fmt::format("{} to {}", ranks[n], ranks[last]) : fmt::format("{}", ranks[n]));
    n = last + 1;
  }
  return text;
}

} // namespace

Workshop open_workshop(Craftsman const& mine, Exchange& exchange, std::function<DiskCache*()> const& open_cache) {
  Workshop workshop{find_leaders(mine, exchange), mine.processor, {}};
  std::string compiler;
  if (workshop.leads(exchange.rank())) {
    DiskCache* const cache = open_cache();
    compiler = mine.no_compiler.empty() ? mine.compiler
               : cache                  ? cache->find(remembered_key(mine.processor)).value_or("")
                                        : std::string();
  }
  auto const compilers = exchange.all_gather(compiler);
  workshop.compiler =
      compilers[static_cast<std::size_t>(workshop.processes[static_cast<std::size_t>(exchange.rank())].leader)];
  return workshop;
}

Workshop workshop_alone(Craftsman const& mine) {
  return {{{0, mine.no_compiler}}, mine.processor, mine.no_compiler.empty() ? mine.compiler : std::string()};
}

void remember_compiler(DiskCache& cache, Workshop const& workshop) {
  std::string const key = remembered_key(workshop.processor);
  if (cache.find(key) != workshop.compiler) cache.store(key, workshop.compiler);
}

std::string to_text(Workshop const& workshop) {
  std::map<std::string, std::vector<int>> ranks_by_reason;
  for (std::size_t rank = 0; rank < workshop.processes.size(); ++rank)
    if (auto const& reason = workshop.processes[rank].no_compiler; !reason.empty())
      ranks_by_reason[reason].push_back(static_cast<int>(rank));
  std::string text;
  for (auto const& [reason, ranks] : ranks_by_reason)
    text += fmt::format("{}No kernels are compiled for process{} {}: {}", text.empty() ? "" : " ",
                        ranks.size() == 1 ? "" : "es", numbers(ranks), reason);
  return text;
}

} // namespace chemora::jit
