#include "search.hpp"

#include "Kernel/Recursions/src/recursions.hpp"
#include "Numerics/ThornTools/src/communicator.hpp"
#include "codegen/recursion/inputs.hpp"
#include "framework/base/errors.hpp"
#include "search_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sequences {

namespace base = chemora::base;
namespace recursion = chemora::recursion;
namespace recursions = chemora::recursions;

namespace {

constexpr std::size_t max_group = 32; ///< queries whose solvers are in memory at the same time

/// Returns the bytes of the sequences, with a problem and a result for each of them.
double bytes_of(std::vector<Target> const& targets) {
  double sum = 0;
  for (Target const& target : targets)
    sum += static_cast<double>(sizeof(Target) + sizeof(recursions::Problem) + sizeof(recursions::ProblemResult) +
                               target.sequence.letters.capacity() + target.sequence.letters.size() +
                               target.sequence.name.capacity() + target.sequence.description.capacity());
  return sum;
}

/// The letters of a literal as a sequence.
Sequence literal(std::string const& argument, std::string const& text, LetterCodes const& codes,
                 base::SourcePosition const& where) {
  Sequence sequence{argument, "", {}};
  for (char const letter : text) {
    std::uint8_t const code = codes[letter];
    if (code >= LetterCodes::separator)
      throw base::UserError(where, fmt::format("{} in {} is not a letter of the alphabet {}. Allowed: {}.",
                                               printable(letter), argument, codes.alphabet(), codes.letters()));
    sequence.letters.push_back(code);
  }
  return sequence;
}

} // namespace

std::string Query::name() const {
  std::string text;
  for (Sequence const* const sequence : sequences) text += (text.empty() ? "" : " ") + sequence->name;
  return text;
}

Search::Search(cGH const* cctkGH, LoadedProgram const& loaded, recursion::Print const& print,
               Parameters const& parameters, std::string owner)
    : cctkGH_(cctkGH), loaded_(loaded), print_(print), parameters_(parameters), owner_(std::move(owner)),
      communicator_(thorntools::communicator(cctkGH)) {
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &n_processes_);
  codes_.resize(print_.arguments.size());
  lists_.resize(print_.arguments.size());
  for (std::size_t i = 0; i < print_.arguments.size(); ++i) {
    ArgumentKind const kind = kind_of(loaded_, print_.arguments[i]);
    if (kind != ArgumentKind::sequences && kind != ArgumentKind::literal) continue;
    recursion::Alphabet const& alphabet = loaded_.program.alphabet(print_.alphabets[i]);
    codes_[i] = std::make_unique<LetterCodes>(
        alphabet.name, alphabet.letters, kind == ArgumentKind::literal ? UnknownLetters::error : parameters_.unknown,
        parameters_.replacement);
    sequence_arguments_.push_back(i);
  }
  read_queries();
}

/// Reads the sequences of all arguments except for the database, and forms their combinations.
void Search::read_queries() {
  queries_.resize(1);
  for (std::size_t const i : sequence_arguments_) {
    if (i == sequence_arguments_.back()) break;
    std::string const& argument = print_.arguments[i];
    if (auto const text = literal_text(argument))
      lists_[i] = {literal(argument, *text, *codes_[i], print_.where)};
    else
      lists_[i] = read_sequences(loaded_.sequence_files.at(argument), *codes_[i]);
    std::vector<Query> combinations;
    for (Query const& query : queries_)
      for (Sequence const& sequence : lists_[i]) {
        combinations.push_back(query);
        combinations.back().arguments.push_back(i);
        combinations.back().sequences.push_back(&sequence);
      }
    queries_ = std::move(combinations);
  }
}

std::unique_ptr<Database> Search::open_database() const {
  if (sequence_arguments_.empty()) return std::make_unique<Database>(Sequence{"-", "", {}}, 1);
  std::size_t const i = sequence_arguments_.back();
  std::string const& argument = print_.arguments[i];
  if (auto const text = literal_text(argument))
    return std::make_unique<Database>(literal(argument, *text, *codes_[i], print_.where), parameters_.chunk_letters);
  return std::make_unique<Database>(loaded_.sequence_files.at(argument), *codes_[i], parameters_.chunk_letters);
}

std::unique_ptr<recursions::Solver> Search::make_solver(Query const& query) const {
  auto shared = shared_inputs(loaded_, print_);
  for (std::size_t n = 0; n < query.arguments.size(); ++n)
    recursion::set_sequence(shared, print_.system.result->calling[query.arguments[n]], query.sequences[n]->letters);
  return ca_recursions::make_solver(cctkGH_, print_.system, std::move(shared), owner_);
}

void Search::solve(Group& group, std::vector<Target> const& targets, SharedCounters& counters) {
  if (targets.empty()) return;
  std::vector<recursions::Problem> problems(targets.size());
  std::int64_t n_letters = 0;
  if (!sequence_arguments_.empty()) {
    std::string const& parameter = print_.system.result->calling[sequence_arguments_.back()];
    for (std::size_t n = 0; n < targets.size(); ++n) {
      problems[n].sequences[parameter] = targets[n].sequence.letters;
      n_letters += static_cast<std::int64_t>(targets[n].sequence.letters.size());
    }
  }
  double bytes = bytes_of(targets);
  std::int64_t cells = 0;
  for (std::size_t q = 0; q < group.queries.size(); ++q) {
    if (!group.solvers[q]) group.solvers[q] = make_solver(*group.queries[q]);
    double const before = group.solvers[q]->statistics().cells;
    auto const results = group.solvers[q]->solve(problems);
    cells += static_cast<std::int64_t>(group.solvers[q]->statistics().cells - before);
    for (std::size_t n = 0; n < targets.size(); ++n) {
      Hit hit;
      hit.target = targets[n].number;
      hit.score = results[n].value.number;
      if (!group.hits[q].accepts(hit)) continue;
      hit.name = targets[n].sequence.name;
      hit.description = targets[n].sequence.description;
      hit.length = static_cast<long>(targets[n].sequence.letters.size());
      if (group.hits[q].retains_letters(hit)) hit.letters = targets[n].sequence.letters;
      group.hits[q].add(std::move(hit));
    }
    bytes += group.hits[q].bytes();
  }
  result_.max_bytes = std::max(result_.max_bytes, bytes);
  counters.add(SharedCounters::letters, n_letters);
  counters.add(SharedCounters::cells, cells);
}

void Search::print_progress(Database const& database, SharedCounters& counters) {
  double const now = MPI_Wtime();
  if (rank_ != 0 || parameters_.progress_every == 0 || now < last_progress_ + parameters_.progress_every) return;
  last_progress_ = now;
  double const seconds = now - start_, done = done_before_ + group_share_ * database.fraction();
  auto const letters = static_cast<double>(counters.value(SharedCounters::letters));
  auto const cells = static_cast<double>(counters.value(SharedCounters::cells));
  CCTK_VINFO("%.0f%% of %s, %.3g residues/s, %.3g GCUPS, %.0f s left", 100 * done,
             print_.arguments[sequence_arguments_.back()].c_str(), letters / seconds, 1e-9 * cells / seconds,
             done > 0 ? seconds * (1 - done) / done : 0.);
}

/// Claims chunks of the database until there is none, and reads the remainder of the file to count it.
void Search::search(Group& group, SharedCounters& counters) {
  auto const database = open_database();
  while (!database->at_end()) {
    if (CCTK_ReceivedSignal() != 0) counters.add(SharedCounters::stops, 1);
    if (counters.value(SharedCounters::stops) > 0) return;
    solve(group, database->chunk(counters.add(SharedCounters::chunks, 1)), counters);
    if (!sequence_arguments_.empty()) print_progress(*database, counters);
  }
  result_.n_letters = database->n_letters();
  result_.n_sequences = database->n_sequences();
  result_.n_unknown = database->n_unknown();
}

SearchResult Search::run() {
  ca_recursions::device(cctkGH_); // the first call is collective
  start_ = last_progress_ = MPI_Wtime();
  for (std::size_t begin = 0; begin < queries_.size(); begin += max_group) {
    std::size_t const end = std::min(begin + max_group, queries_.size());
    done_before_ = static_cast<double>(begin) / static_cast<double>(queries_.size());
    group_share_ = static_cast<double>(end - begin) / static_cast<double>(queries_.size());
    Group group;
    for (std::size_t q = begin; q < end; ++q) {
      group.queries.push_back(&queries_[q]);
      group.hits.emplace_back(parameters_.max_hits, print_.has_alignments ? parameters_.alignments : 0,
                              parameters_.larger_is_better);
    }
    group.solvers.resize(group.queries.size());
    SharedCounters counters(communicator_);
    search(group, counters);
    MPI_Barrier(communicator_);
    if (counters.value(SharedCounters::stops) > 0)
      throw base::UserError("The search was interrupted. It has written no results.");
    result_.n_cells += static_cast<double>(counters.value(SharedCounters::cells));
    MPI_Barrier(communicator_);
    gather(group);
  }
  result_.seconds = MPI_Wtime() - start_;
  result_.compile_seconds = statistics_.compile_seconds;
  for (double* const largest : {&result_.max_bytes, &result_.compile_seconds})
    MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  ca_recursions::report(cctkGH_, owner_, statistics_);
  return std::move(result_);
}

} // namespace sequences
