/// The database of all individuals that were ever measured, in one file.
///
/// Any number of processes of a machine may use the file at the same time. Each record is one transaction: after a
/// process was killed, the file contains every record that record() has returned, and no incomplete record. The file
/// uses SQLite's write-ahead log, which must not be shared between machines (network file systems).
#pragma once

#include "codegen/ir/graph.hpp"
#include "kernels/tuning/evolution.hpp"
#include "kernels/tuning/individual.hpp"
#include "kernels/tuning/sqlite.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemora::tuning {

/// What was tuned. Individuals of equal subjects solve the same problem, and their genomes have the same meaning.
struct Subject {
  std::string kernel;       ///< thorn, name and region, such as `Wave::RHS.interior`
  std::string graph;        ///< digest of the operations, without the values of constants (digest_of)
  std::string shape;        ///< extents and threads (shape_class)
  std::string precision;    ///< `real64` or `real32`
  std::string device;       ///< device kind, as in the text form of plans
  std::string machine;      ///< identity of the processor or the device
  std::string search_space; ///< SearchSpace::identity

  bool operator==(Subject const&) const = default;
};

/// The programs that generated and compiled the code of an individual.
struct Origin {
  std::string compiler; ///< compiler with version and flags
  std::string version;  ///< version of Chemora's code generator

  bool operator==(Origin const&) const = default;
};

/// Digest of a graph that is equal for graphs that differ only in the values of constants. Plans refer to values by
/// number, so that a plan for one such graph is legal for all.
std::string digest_of(ir::Graph const& graph);

/// The fastest individual of a subject.
struct Winner {
  Individual individual;
  Origin origin;
  int n_measured = 0;      ///< individuals of the subject and the winner's origin, without failed ones
  double initial_mean = 0; ///< mean score of the first of them; 0 if it failed
};

class Database {
public:
  using Access = sqlite::Connection::Access;

  /// Opens the file. Access::write creates the file and its folder if necessary. With Access::read, a file that does
  /// not exist is an empty database. Throws base::UserError if the file belongs to another user, if others may write to
  /// it, if it is not a database, or if another version of Chemora wrote it.
  explicit Database(std::string const& file, Access access = Access::write);

  /// Adds an individual and returns its number. If the database has an individual with the same subject, origin and
  /// genome, its scores are extended by the new scores, and its failure is the merged_failure().
  IndividualId record(Subject const& subject, Origin const& origin, Individual const& individual);

  bool contains(Subject const& subject, Origin const& origin, Genome const& genome) const;

  /// Returns the individuals that a search may draw as parents: those with scores and without failure.
  Population population(Subject const& subject, Origin const& origin) const;

  /// Returns up to `n` individuals without failure, with the highest means first.
  std::vector<Individual> top(Subject const& subject, Origin const& origin, int n) const;

  /// Returns the individual with the highest mean of the subject. Individuals of this origin take precedence over those
  /// of other compilers and versions.
  std::optional<Winner> winner(Subject const& subject, Origin const& origin) const;

  /// Returns all individuals, including failed ones, in the order of their numbers.
  std::vector<Individual> all(Subject const& subject, Origin const& origin) const;

  /// Whether the database contains nothing.
  bool is_empty() const;

  /// Returns all different pairs of subject and origin, in the order of their first individuals.
  std::vector<std::pair<Subject, Origin>> subjects() const;

private:
  std::optional<std::int64_t> find_subject(Subject const& subject) const;
  std::int64_t subject_id(Subject const& subject) const;
  Individual read(sqlite::Statement const& row) const;
  std::vector<Individual> select(char const* sql, Subject const& subject, Origin const& origin, int n) const;
  void update_statistics(std::int64_t individual, std::string const& earlier_failure, std::string const& failure) const;

  /// Returns the genome of a row with the columns number and genome.
  Genome genome_of(sqlite::Statement const& row) const;

  std::optional<sqlite::Connection> connection_; ///< empty for a file that does not exist
};

} // namespace chemora::tuning
