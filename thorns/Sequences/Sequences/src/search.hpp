/// Executes one statement `print` for all combinations of its sequences, distributed over the processes.
#pragma once

#include "arguments.hpp"
#include "cctk.h"
#include "database.hpp"
#include "parameters.hpp"
#include "program.hpp"
#include "results/hits.hpp"
#include "results/tables.hpp"

#include "kernels/recursions/solver.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sequences {

/// The results of a statement, complete on process 0.
struct SearchResult {
  std::vector<ResultRow> rows{};
  double n_letters = 0, n_cells = 0, seconds = 0; ///< letters of the database; of all processes
  long n_sequences = 0, n_unknown = 0;
  double max_bytes = 0;       ///< sequences and hits of the process with the most
  double compile_seconds = 0; ///< of the process that compiled longest; a part of `seconds`
};

/// The combination of one sequence for each argument that is a sequence, except for the database.
struct Query {
  std::vector<std::size_t> arguments{};
  std::vector<Sequence const*> sequences{};
  std::string name() const;
};

class Search {
public:
  /// `owner` names the program in reports. All references must outlive this object. Throws chemora::base::UserError.
  Search(cGH const* cctkGH, LoadedProgram const& loaded, chemora::recursion::Print const& print,
         Parameters const& parameters, std::string owner);

  /// Collective.
  SearchResult run();

private:
  struct Group; ///< queries that are searched together, with their solvers and hits

  void read_queries();
  std::unique_ptr<Database> open_database() const;
  std::unique_ptr<chemora::recursions::Solver> make_solver(Query const& query) const;
  void search(Group& group, SharedCounters& counters);
  void solve(Group& group, std::vector<Target> const& targets, SharedCounters& counters);
  void print_progress(Database const& database, SharedCounters& counters);
  void gather(Group& group);
  std::vector<std::string> align(Group& group, std::size_t query, std::vector<Hit> const& own,
                                 std::vector<MergedHit> const& merged);
  std::string alignment_text(Group& group, std::size_t query, Hit const& hit) const;
  ResultRow row_of(Query const& query, MergedHit const& hit, long rank) const;
  void add_significance(ResultRow& row, Query const& query) const;
  std::string letters_text(std::size_t argument, std::span<std::uint8_t const> codes) const;
  std::size_t length_of_query(Query const& query) const;

  cGH const* cctkGH_;
  LoadedProgram const& loaded_;
  chemora::recursion::Print const& print_;
  Parameters const& parameters_;
  std::string owner_;
  MPI_Comm communicator_;
  int rank_ = 0, n_processes_ = 1;

  std::vector<std::size_t> sequence_arguments_;     ///< the last one is the database
  std::vector<std::unique_ptr<LetterCodes>> codes_; ///< by argument
  std::vector<std::vector<Sequence>> lists_;        ///< by argument, except for the database
  std::vector<Query> queries_;
  SearchResult result_;
  chemora::recursions::Statistics statistics_; ///< of solvers that do not exist any more
  double start_ = 0, last_progress_ = 0, done_before_ = 0, group_share_ = 1;
};

} // namespace sequences
