#include "kernels/runtime/loop_size_search.hpp"

#include "framework/base/errors.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/runtime/saved_arrays.hpp"
#include "kernels/runtime/tuned_plans.hpp"
#include "kernels/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <utility>

namespace chemora::runtime {

namespace {

constexpr std::size_t max_combinations = 1000;
constexpr std::size_t n_finalists = 3;
constexpr int min_rounds = 3, max_rounds = 12; ///< of the comparison of the finalists
constexpr double seconds_of_score = 0.03;      ///< minimum duration of the launches of one score
constexpr int max_launches = 20;               ///< of one score
constexpr double seconds_between_messages = 2;

struct Trial {
  script::Sizes sizes;
  SizeTrials::Execute execute{};
  int n_launches = 1; ///< of one score
  std::vector<double> scores{};
  std::string failure{};

  double mean() const { return failure.empty() ? tuning::statistics_of(scores).mean : 0; }
};

class Search {
public:
  Search(KernelCache& cache, LoopSizes const& sizes, SizeTrials const& trials)
      : cache_(cache), processes_(cache.exchange()), sizes_(sizes), functions_(trials),
        origin_(search::origin_of(cache.device().properties())) {}

  std::optional<TunedSizes> run() {
    std::string const error = first_error([&] { arrays_.emplace(cache_.device(), functions_.written); });
    if (!error.empty()) return failed(error);
    measure_combinations();
    arrays_->restore();
    if (!trials_.front().failure.empty()) return failed(trials_.front().failure);
    measure_finalists();
    arrays_->restore();
    return winner();
  }

private:
  bool is_first() const { return processes_.rank() == 0; }
  double elapsed() const { return machine::wall_seconds() - begin_; }

  /// Returns the decision of process 0.
  std::string decided(std::string text) {
    processes_.broadcast(text, 0);
    return text;
  }

  /// Calls the function. Returns the first error of all processes; empty if all have succeeded.
  template <class Function>
  std::string first_error(Function const& function) {
    std::string own;
    try {
      function();
    } catch (base::UserError const& error) {
      own = warning_text(error);
    } catch (std::exception const& error) {
      own = error.what();
    }
    for (std::string const& error : processes_.all_gather(own))
      if (!error.empty()) return error;
    return {};
  }

  void measure_combinations();
  void measure_first(Trial& trial);
  void measure_finalists();
  std::string finalists() const;
  void score(Trial& trial);
  double seconds_of_launch(Trial const& trial);
  void record(Trial const& trial, std::vector<double> const& scores);
  void report(std::size_t n_combinations);
  std::optional<TunedSizes> winner();
  std::optional<TunedSizes> failed(std::string const& error) const;
  tuning::Winner own_winner() const;

  KernelCache& cache_;
  jit::ProcessGroup& processes_;
  LoopSizes const& sizes_;
  SizeTrials const& functions_;
  tuning::Origin const origin_;
  std::optional<SavedArrays> arrays_{};
  std::optional<tuning::Database> database_{}; ///< on process 0
  std::string database_error_{};
  tuning::IndividualId first_id_ = 0;
  std::vector<Trial> trials_{};
  double const begin_ = machine::wall_seconds();
  double printed_ = begin_;
};

void Search::measure_combinations() {
  std::size_t const n = script::n_combinations(sizes_.free);
  auto const order = search_order(n, max_combinations);
  trials_.reserve(order.size());
  for (std::size_t const number : order) {
    bool const ends = trials_.size() >= 2 && elapsed() >= cache_.settings().loop_search_seconds;
    if (decided(ends ? "end" : "next") == "end") return;
    trials_.push_back({.sizes = script::combination(sizes_.free, number)});
    measure_first(trials_.back());
    if (!trials_.front().failure.empty()) return;
    report(order.size());
  }
}

/// Compiles a combination and measures its first score.
void Search::measure_first(Trial& trial) {
  std::function<SizeTrials::Execute()> compile;
  trial.failure = first_error([&] { compile = functions_.prepare(trial.sizes); });
  if (trial.failure.empty()) trial.failure = first_error([&] { trial.execute = compile(); });
  double seconds = 0;
  if (trial.failure.empty())
    trial.failure = first_error([&] {
      seconds_of_launch(trial); // loads code and allocates temporaries
      if (&trial == &trials_.front())
        arrays_->save_results();
      else if (!arrays_->have_saved_results())
        throw base::UserError("The results differ from those of the first choices of all sizes.");
      seconds = seconds_of_launch(trial);
    });
  if (!trial.failure.empty()) return record(trial, {});
  int const n = static_cast<int>(std::clamp(seconds_of_score / std::max(seconds, 1e-9), 1.0, 1.0 * max_launches));
  trial.n_launches = std::stoi(decided(std::to_string(n)));
  score(trial);
}

/// Restores the arrays, executes the kernels and returns the duration of their execution.
double Search::seconds_of_launch(Trial const& trial) {
  arrays_->restore();
  double const start = machine::wall_seconds();
  trial.execute();
  cache_.device().finish();
  return machine::wall_seconds() - start;
}

/// Measures and records one score, that of the fastest launch.
void Search::score(Trial& trial) {
  double fastest = seconds_of_launch(trial);
  for (int n = 1; n < trial.n_launches; ++n) fastest = std::min(fastest, seconds_of_launch(trial));
  double const score = functions_.points / std::max(fastest, 1e-9);
  trial.scores.push_back(score);
  record(trial, {score});
}

/// Returns the indices of the trials with the highest means, with the fastest first.
std::string Search::finalists() const {
  std::vector<std::size_t> indices(trials_.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  std::erase_if(indices, [&](std::size_t n) { return !trials_[n].failure.empty(); });
  std::stable_sort(indices.begin(), indices.end(),
                   [&](std::size_t a, std::size_t b) { return trials_[a].mean() > trials_[b].mean(); });
  indices.resize(std::min(indices.size(), n_finalists));
  return fmt::format("{}", fmt::join(indices, " "));
}

// A combination that is among the fastest by chance leaves the finalists when it is measured again.
void Search::measure_finalists() {
  for (int round = 0; round < max_rounds; ++round) {
    std::istringstream indices(decided(finalists()));
    std::vector<std::size_t> chosen;
    for (std::size_t n = 0; indices >> n;) chosen.push_back(n);
    bool const ends = chosen.size() < 2 || (round >= min_rounds && trials_[chosen[0]].scores.size() > min_rounds);
    if (decided(ends ? "end" : "next") == "end") return;
    for (std::size_t const n : chosen) score(trials_[n]);
  }
}

void Search::record(Trial const& trial, std::vector<double> const& scores) {
  if (!is_first() || !database_error_.empty()) return;
  bool const is_initial = &trial == &trials_.front();
  tuning::Individual individual{.genome = genome_of(sizes_.free, trial.sizes),
                                .plan = script::to_text(trial.sizes),
                                .birth = is_initial ? tuning::Birth::initial : tuning::Birth::mutation,
                                .components = {},
                                .parents = {},
                                .scores = scores,
                                .failure = trial.failure};
  if (!is_initial) individual.parents = {first_id_};
  try {
    if (!database_) database_.emplace(tuning_database_file(cache_.settings()));
    auto const id = database_->record(sizes_.subject, origin_, individual);
    if (is_initial) first_id_ = id;
  } catch (base::UserError const& error) {
    database_error_ = warning_text(error);
    cache_.messages().warn(
        fmt::format("The measured sizes of {} are not stored. {}", sizes_.subject.kernel, database_error_));
  }
}

void Search::report(std::size_t n_combinations) {
  double const now = machine::wall_seconds(), seconds = now - begin_;
  if (!is_first() || now - printed_ < seconds_between_messages) return;
  printed_ = now;
  auto const n = static_cast<double>(trials_.size());
  auto const best = std::max_element(trials_.begin(), trials_.end(),
                                     [](Trial const& a, Trial const& b) { return a.mean() < b.mean(); });
  double const left = std::min(cache_.settings().loop_search_seconds - seconds,
                               seconds / n * (static_cast<double>(n_combinations) - n));
  cache_.messages().info(fmt::format("Search for the sizes of {}: {} of {} combinations; the best one, {}, is {:.2f} "
                                     "times as fast as the first; about {:.0f} s left",
                                     sizes_.subject.kernel, trials_.size(), n_combinations,
                                     script::to_text(best->sizes), best->mean() / trials_.front().mean(),
                                     std::max(left, 0.0)));
}

/// Returns the fastest trial as an entry of a database.
tuning::Winner Search::own_winner() const {
  auto const best = std::max_element(trials_.begin(), trials_.end(),
                                     [](Trial const& a, Trial const& b) { return a.mean() < b.mean(); });
  auto const n = std::count_if(trials_.begin(), trials_.end(), [](Trial const& trial) { return trial.mean() > 0; });
  tuning::Winner winner{.individual = {}, .origin = origin_};
  winner.individual.genome = genome_of(sizes_.free, best->sizes);
  winner.individual.scores = {best->mean()};
  winner.n_measured = static_cast<int>(n);
  winner.initial_mean = trials_.front().mean();
  return winner;
}

std::optional<TunedSizes> Search::failed(std::string const& error) const {
  if (is_first())
    cache_.messages().warn(fmt::format("The search for the sizes of {} has failed; the run continues with the first "
                                       "choices. {}",
                                       sizes_.subject.kernel, error));
  return {};
}

/// Returns the fastest trial on all processes.
std::optional<TunedSizes> Search::winner() {
  std::optional<TunedSizes> fastest;
  if (is_first()) {
    tuning::Winner const winner = own_winner();
    fastest = tuned_sizes(sizes_.free, &winner, origin_);
    auto const n_failed =
        std::count_if(trials_.begin(), trials_.end(), [](auto const& trial) { return trial.mean() == 0; });
    cache_.messages().info(
        fmt::format("Search for the sizes of {}: measured {} of {} combinations, {} of which failed, in {:.1f} s. The "
                    "run continues with {}, {:.2f} times as fast as the first.",
                    sizes_.subject.kernel, trials_.size(), script::n_combinations(sizes_.free), n_failed, elapsed(),
                    script::to_text(fastest->sizes), winner.individual.scores[0] / winner.initial_mean));
  }
  return broadcast(fastest, sizes_.free, processes_);
}

} // namespace

std::optional<TunedSizes> search_sizes(KernelCache& cache, LoopSizes const& sizes, SizeTrials const& trials) {
  KernelCache::Rehearsal const rehearsal(cache);
  return Search(cache, sizes, trials).run();
}

std::vector<std::size_t> search_order(std::size_t n, std::size_t max) {
  std::mt19937_64 generator(1);
  std::vector<std::size_t> order;
  std::set<std::size_t> chosen;
  auto const add = [&](std::size_t number) {
    if (chosen.insert(number).second) order.push_back(number);
  };
  if (n > 0) add(0);
  if (n > max) {
    while (order.size() < max) add(generator() % n);
    return order;
  }
  for (std::size_t number = 1; number < n; ++number) order.push_back(number);
  for (std::size_t end = order.size(); end > 2; --end) std::swap(order[end - 1], order[1 + generator() % (end - 1)]);
  return order;
}

} // namespace chemora::runtime
