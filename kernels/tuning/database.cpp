#include "kernels/tuning/database.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/hash.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace chemora::tuning {

namespace {

/// Other processes hold the lock for milliseconds. A reader waits only briefly, because a run can continue without
/// plans.
constexpr int busy_seconds = 60, busy_seconds_of_readers = 2;
constexpr char const* schema_version = "1";
constexpr char const *no_tables = "0", *foreign = "foreign";

/// The version of the format: `no_tables` for a new file, `foreign` if another program has created tables.
constexpr char const* version_query =
    "SELECT CASE WHEN user_version = 0 AND EXISTS (SELECT 1 FROM sqlite_master) THEN 'foreign' ELSE user_version END "
    "FROM pragma_user_version";

constexpr char const* schema[] = {
    R"(CREATE TABLE subject (
         id INTEGER PRIMARY KEY, kernel TEXT NOT NULL, graph TEXT NOT NULL, shape TEXT NOT NULL,
         precision TEXT NOT NULL, device TEXT NOT NULL, machine TEXT NOT NULL, search_space TEXT NOT NULL,
         UNIQUE (kernel, graph, shape, precision, device, machine, search_space)))",
    R"(CREATE TABLE individual (
         id INTEGER PRIMARY KEY AUTOINCREMENT, subject INTEGER NOT NULL REFERENCES subject(id),
         compiler TEXT NOT NULL, version TEXT NOT NULL, genome TEXT NOT NULL, plan TEXT NOT NULL,
         birth TEXT NOT NULL, components TEXT NOT NULL, failure TEXT NOT NULL, recorded REAL NOT NULL,
         n_scores INTEGER NOT NULL DEFAULT 0, mean REAL NOT NULL DEFAULT 0, deviation REAL NOT NULL DEFAULT 0,
         UNIQUE (subject, compiler, version, genome)))",
    R"(CREATE INDEX by_mean ON individual (subject, mean))",
    R"(CREATE TABLE parent (
         child INTEGER NOT NULL REFERENCES individual(id), position INTEGER NOT NULL,
         parent INTEGER NOT NULL REFERENCES individual(id), PRIMARY KEY (child, position)) WITHOUT ROWID)",
    R"(CREATE TABLE score (
         id INTEGER PRIMARY KEY, individual INTEGER NOT NULL REFERENCES individual(id), value REAL NOT NULL))",
    R"(CREATE INDEX by_individual ON score (individual))",
};

/// The columns that read() expects.
#define CHEMORA_COLUMNS "SELECT id, genome, plan, birth, components, failure FROM individual "

void check_owner(std::string const& file) {
  struct stat status {};
  if (lstat(file.c_str(), &status) != 0) return; // SQLite reports the reason if it cannot create the file
  bool const is_own = S_ISREG(status.st_mode) && status.st_uid == geteuid();
  if (!is_own || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    throw base::UserError(fmt::format("The tuning database {} is not a file of this user, or others can write to it. "
                                      "Choose another file, or set the mode of this one to 0600.",
                                      file));
}

void make_folder_of(std::string const& file) {
  auto const folder = std::filesystem::path(file).parent_path();
  if (folder.empty() || std::filesystem::exists(folder)) return;
  std::error_code error; // SQLite reports that it cannot create the file
  std::filesystem::create_directories(folder.parent_path(), error);
  mkdir(folder.c_str(), 0700);
}

void create_tables(sqlite::Connection const& connection) {
  sqlite::Transaction transaction(connection);
  if (connection.run("PRAGMA user_version") == "0") {
    for (char const* const statement : schema) connection.run(statement);
    connection.run("PRAGMA user_version = 1");
  }
  transaction.commit();
}

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

sqlite::Statement& bind_subject(sqlite::Statement& statement, Subject const& subject) {
  return statement.bind(1, subject.kernel)
      .bind(2, subject.graph)
      .bind(3, subject.shape)
      .bind(4, subject.precision)
      .bind(5, subject.device)
      .bind(6, subject.machine)
      .bind(7, subject.search_space);
}

} // namespace

std::string digest_of(ir::Graph const& graph) {
  ir::Graph form = graph;
  for (ir::Value& value : form.values) value.number = 0;
  return base::to_digest(ir::to_text(form));
}

Database::Database(std::string const& file, Access access) {
  if (access == Access::read && !std::filesystem::exists(file)) return;
  if (access == Access::write) make_folder_of(file);
  check_owner(file);
  connection_.emplace(file, access, access == Access::read ? busy_seconds_of_readers : busy_seconds);
  std::string const version = connection_->run(version_query);
  if (version == foreign)
    throw base::UserError(fmt::format(
        "The file {} is an SQLite database of another program. Choose another file as tuning database.", file));
  if (version != no_tables && version != schema_version)
    throw base::UserError(fmt::format("The tuning database {} has version {} of the format; this program uses version "
                                      "{}. Choose another file, or rename this one.",
                                      file, version, schema_version));
  if (access == Access::read) {
    if (version == no_tables) connection_.reset(); // another process is creating the tables
    return;
  }
  connection_->use_write_ahead_log();
  connection_->run("PRAGMA synchronous = NORMAL"); // a record may be lost if the machine, not the process, crashes
  connection_->run("PRAGMA foreign_keys = ON");
  create_tables(*connection_);
}

std::optional<std::int64_t> Database::find_subject(Subject const& subject) const {
  if (!connection_) return {};
  auto query = connection_->prepare("SELECT id FROM subject WHERE kernel = ?1 AND graph = ?2 AND shape = ?3 AND "
                                    "precision = ?4 AND device = ?5 AND machine = ?6 AND search_space = ?7");
  if (!bind_subject(query, subject).step()) return {};
  return query.integer(0);
}

std::int64_t Database::subject_id(Subject const& subject) const {
  if (auto const id = find_subject(subject)) return *id;
  auto insertion = connection_->prepare("INSERT INTO subject (kernel, graph, shape, precision, device, machine, "
                                        "search_space) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
  bind_subject(insertion, subject).run();
  return connection_->last_id();
}

IndividualId Database::record(Subject const& subject, Origin const& origin, Individual const& individual) {
  sqlite::Transaction transaction(*connection_);
  std::int64_t const subject_number = subject_id(subject);
  auto insertion = connection_->prepare(
      "INSERT INTO individual (subject, compiler, version, genome, plan, birth, components, failure, recorded) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (subject, compiler, version, genome) DO UPDATE SET "
      "failure = failure RETURNING id, failure");
  insertion.bind(1, subject_number)
      .bind(2, origin.compiler)
      .bind(3, origin.version)
      .bind(4, individual.genome.letters())
      .bind(5, individual.plan)
      .bind(6, to_text(individual.birth))
      .bind(7, individual.components)
      .bind(8, individual.failure)
      .bind(9, seconds_since_1970());
  insertion.step();
  IndividualId const id = insertion.integer(0);
  std::string const earlier = insertion.text(1);
  insertion.run();
  std::int64_t position = 0;
  for (IndividualId const parent : individual.parents)
    connection_->prepare("INSERT OR IGNORE INTO parent (child, position, parent) VALUES (?1, ?2, ?3)")
        .bind(1, id)
        .bind(2, position++)
        .bind(3, parent)
        .run();
  for (double const score : individual.scores)
    connection_->prepare("INSERT INTO score (individual, value) VALUES (?1, ?2)").bind(1, id).bind(2, score).run();
  update_statistics(id, earlier, individual.failure);
  transaction.commit();
  return id;
}

void Database::update_statistics(IndividualId id, std::string const& earlier_failure,
                                 std::string const& failure) const {
  std::vector<double> scores;
  auto query = connection_->prepare("SELECT value FROM score WHERE individual = ?1 ORDER BY id");
  query.bind(1, id);
  while (query.step()) scores.push_back(query.real(0));
  Statistics const statistics = statistics_of(scores);
  connection_->prepare("UPDATE individual SET n_scores = ?2, mean = ?3, deviation = ?4, failure = ?5 WHERE id = ?1")
      .bind(1, id)
      .bind(2, std::int64_t{statistics.n})
      .bind(3, statistics.mean)
      .bind(4, statistics.deviation)
      .bind(5, merged_failure(earlier_failure, failure, statistics.n > 0))
      .run();
}

bool Database::contains(Subject const& subject, Origin const& origin, Genome const& genome) const {
  auto const id = find_subject(subject);
  if (!id) return false;
  auto query = connection_->prepare(
      "SELECT 1 FROM individual WHERE subject = ?1 AND compiler = ?2 AND version = ?3 AND genome = ?4");
  return query.bind(1, *id).bind(2, origin.compiler).bind(3, origin.version).bind(4, genome.letters()).step();
}

Genome Database::genome_of(sqlite::Statement const& row) const {
  try {
    return Genome::from_letters(row.text(1));
  } catch (base::UserError const& error) {
    connection_->fail(
        fmt::format("individual {} has no genome: {}", row.integer(0), error.diagnostics().front().message));
  }
}

Individual Database::read(sqlite::Statement const& row) const {
  Individual individual{.id = row.integer(0),
                        .genome = genome_of(row),
                        .plan = row.text(2),
                        .birth = find_birth(row.text(3)).value_or(Birth::initial),
                        .components = row.text(4),
                        .parents = {},
                        .scores = {},
                        .failure = row.text(5)};
  auto parents = connection_->prepare("SELECT parent FROM parent WHERE child = ?1 ORDER BY position");
  parents.bind(1, individual.id);
  while (parents.step()) individual.parents.push_back(parents.integer(0));
  auto scores = connection_->prepare("SELECT value FROM score WHERE individual = ?1 ORDER BY id");
  scores.bind(1, individual.id);
  while (scores.step()) individual.scores.push_back(scores.real(0));
  return individual;
}

/// Runs a query with the parameters subject, compiler, version and `n`.
std::vector<Individual> Database::select(char const* sql, Subject const& subject, Origin const& origin, int n) const {
  std::vector<Individual> individuals;
  auto const id = find_subject(subject);
  if (!id) return individuals;
  auto query = connection_->prepare(sql);
  query.bind(1, *id).bind(2, origin.compiler).bind(3, origin.version).bind(4, std::int64_t{n});
  while (query.step()) individuals.push_back(read(query));
  return individuals;
}

Population Database::population(Subject const& subject, Origin const& origin) const {
  Population population;
  auto const id = find_subject(subject);
  if (!id) return population;
  auto query = connection_->prepare("SELECT id, genome, mean, deviation FROM individual WHERE subject = ?1 AND "
                                    "compiler = ?2 AND version = ?3 AND failure = '' AND n_scores > 0 ORDER BY id");
  query.bind(1, *id).bind(2, origin.compiler).bind(3, origin.version);
  while (query.step()) population.push_back({query.integer(0), genome_of(query), query.real(2), query.real(3)});
  return population;
}

std::vector<Individual> Database::top(Subject const& subject, Origin const& origin, int n) const {
  return select(CHEMORA_COLUMNS "WHERE subject = ?1 AND compiler = ?2 AND version = ?3 AND failure = '' AND "
                                "n_scores > 0 ORDER BY mean DESC, id LIMIT ?4",
                subject, origin, n);
}

std::optional<Winner> Database::winner(Subject const& subject, Origin const& origin) const {
  auto const individuals =
      select(CHEMORA_COLUMNS "WHERE subject = ?1 AND failure = '' AND n_scores > 0 "
                             "ORDER BY (compiler = ?2 AND version = ?3) DESC, mean DESC, id LIMIT ?4",
             subject, origin, 1);
  if (individuals.empty()) return {};
  Winner winner{.individual = individuals.front(), .origin = {}};
  auto query = connection_->prepare(
      "SELECT compiler, version, count(*), (SELECT mean FROM individual WHERE subject = winner.subject AND compiler = "
      "winner.compiler AND version = winner.version AND birth = 'initial' AND failure = '' ORDER BY id LIMIT 1) "
      "FROM individual JOIN (SELECT subject, compiler, version FROM individual WHERE id = ?1) AS winner "
      "USING (subject, compiler, version) WHERE failure = '' AND n_scores > 0");
  query.bind(1, winner.individual.id).step();
  winner.origin = {query.text(0), query.text(1)};
  winner.n_measured = static_cast<int>(query.integer(2));
  winner.initial_mean = query.real(3);
  return winner;
}

bool Database::is_empty() const { return !connection_ || !connection_->prepare("SELECT 1 FROM individual").step(); }

std::vector<Individual> Database::all(Subject const& subject, Origin const& origin) const {
  return select(CHEMORA_COLUMNS "WHERE subject = ?1 AND compiler = ?2 AND version = ?3 ORDER BY id LIMIT ?4", subject,
                origin, -1);
}

std::vector<std::pair<Subject, Origin>> Database::subjects() const {
  std::vector<std::pair<Subject, Origin>> result;
  if (!connection_) return result;
  auto query = connection_->prepare(
      "SELECT kernel, graph, shape, precision, device, machine, search_space, compiler, version FROM individual "
      "JOIN subject ON subject.id = individual.subject GROUP BY subject.id, compiler, version ORDER BY "
      "min(individual.id)");
  while (query.step())
    result.emplace_back(Subject{query.text(0), query.text(1), query.text(2), query.text(3), query.text(4),
                                query.text(5), query.text(6)},
                        Origin{query.text(7), query.text(8)});
  return result;
}

} // namespace chemora::tuning
