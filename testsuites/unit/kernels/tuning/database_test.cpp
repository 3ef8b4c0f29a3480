#include "framework/base/errors.hpp"
#include "kernels/tuning/database.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace chemora;
using namespace chemora::tuning;
using testing::ElementsAre;
using testing::HasSubstr;

/// A folder that the destructor removes.
class Folder {
public:
  Folder() : path_(mkdtemp(template_.data())) {}
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(std::string const& name) const { return path_ + "/" + name; }

private:
  std::string template_ = testing::TempDir() + "tuningXXXXXX";
  std::string path_;
};

Subject const subject{"Wave::RHS.interior", "0123", "128 128 128, 2 threads", "real64", "host", "cpu-1", "abcd"};
Origin const origin{"g++ 12.2", "0.1"};

Individual make(std::string const& letters, std::vector<double> scores, std::vector<IndividualId> parents = {},
                Birth birth = Birth::initial) {
  Individual individual;
  individual.genome = Genome::from_letters(letters);
  individual.plan = "plan of " + letters;
  individual.birth = birth;
  individual.parents = std::move(parents);
  individual.scores = std::move(scores);
  return individual;
}

std::string error_of(std::function<void()> const& action) {
  try {
    action();
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Database, KeepsIndividualsWithTheirHistory) {
  Folder const folder;
  {
    Database database(folder.file("new/tuning.db"));
    auto const first = database.record(subject, origin, make("CA", {10, 12}));
    auto const second = database.record(subject, origin, make("CC", {20}, {first}, Birth::mutation));
    database.record(subject, origin, make("CG", {}, {second, first}, Birth::crossover));
  }
  Database const database(folder.file("new/tuning.db"));
  auto const all = database.all(subject, origin);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].genome.letters(), "CA");
  EXPECT_EQ(all[0].plan, "plan of CA");
  EXPECT_EQ(all[0].statistics().mean, 11);
  EXPECT_EQ(all[1].birth, Birth::mutation);
  EXPECT_THAT(all[1].parents, ElementsAre(all[0].id));
  EXPECT_THAT(all[2].parents, ElementsAre(all[1].id, all[0].id));
  EXPECT_THAT(all[2].scores, testing::IsEmpty());
  EXPECT_TRUE(database.contains(subject, origin, Genome::from_letters("CG")));
  EXPECT_FALSE(database.contains(subject, origin, Genome::from_letters("CT")));
}

TEST(Database, MergesTheScoresOfDuplicates) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  auto const first = database.record(subject, origin, make("CA", {2, 4, 4, 4}));
  auto const other = database.record(subject, origin, make("CT", {1}));
  auto const again = database.record(subject, origin, make("CA", {5, 5, 7, 9}, {other}, Birth::mutation));
  EXPECT_EQ(first, again);
  auto const all = database.all(subject, origin);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].scores, ElementsAre(2, 4, 4, 4, 5, 5, 7, 9));
  EXPECT_EQ(all[0].birth, Birth::initial);
  auto const population = database.population(subject, origin);
  EXPECT_EQ(population[0].mean, 5);
  EXPECT_DOUBLE_EQ(population[0].deviation, std::sqrt(32.0 / 7));
}

TEST(Database, SeparatesSubjectsAndOrigins) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  database.record(subject, origin, make("CA", {1}));
  for (std::string Subject::*member : {&Subject::kernel, &Subject::graph, &Subject::shape, &Subject::precision,
                                       &Subject::device, &Subject::machine, &Subject::search_space}) {
    Subject other = subject;
    other.*member += "'; DROP TABLE subject; --";
    EXPECT_THAT(database.all(other, origin), testing::IsEmpty());
    EXPECT_FALSE(database.winner(other, origin));
    database.record(other, origin, make("CA", {2}));
    EXPECT_EQ(database.all(other, origin).size(), 1u);
  }
  EXPECT_EQ(database.all(subject, origin).size(), 1u);
  EXPECT_EQ(database.subjects().size(), 8u);
  EXPECT_EQ(database.subjects().front(), std::make_pair(subject, origin));
  database.record(subject, {"g++ 13", "0.1"}, make("CA", {3}));
  EXPECT_EQ(database.all(subject, origin).front().statistics().n, 1);
  EXPECT_EQ(database.subjects().size(), 9u);
}

TEST(Database, OrdersByMean) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  for (auto const& [letters, score] : {std::pair{"CA", 3.0}, {"CC", 9.0}, {"CG", 5.0}, {"CT", 7.0}})
    database.record(subject, origin, make(letters, {score}));
  std::vector<std::string> letters;
  for (auto const& individual : database.top(subject, origin, 3)) letters.push_back(individual.genome.letters());
  EXPECT_THAT(letters, ElementsAre("CC", "CT", "CG"));
  EXPECT_EQ(database.winner(subject, origin)->individual.genome.letters(), "CC");
}

TEST(Database, FailedIndividualsAreKnownButNeverDrawn) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  Individual failed = make("CA", {1000});
  failed.failure = "The results differ.";
  database.record(subject, origin, failed);
  database.record(subject, origin, make("CC", {3}));
  EXPECT_TRUE(database.contains(subject, origin, failed.genome));
  EXPECT_EQ(database.population(subject, origin).size(), 1u);
  EXPECT_EQ(database.top(subject, origin, 9).size(), 1u);
  EXPECT_EQ(database.winner(subject, origin)->individual.genome.letters(), "CC");
  EXPECT_EQ(database.all(subject, origin)[0].failure, failed.failure);
  database.record(subject, origin, make("CA", {1000})); // a later success does not make the plan trustworthy
  EXPECT_TRUE(database.all(subject, origin)[0].has_failed());
}

// A busy machine exceeds limits. This must not remove a fast plan.
TEST(Database, LimitsThatAreExceededOnceDoNotFailIndividualsWithScores) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  Individual slow = make("CA", {});
  slow.failure = std::string(exceeded) + " its time limit of 2.0 s.";
  database.record(subject, origin, slow);
  EXPECT_EQ(database.all(subject, origin)[0].failure, slow.failure);
  EXPECT_FALSE(database.winner(subject, origin));
  database.record(subject, origin, make("CA", {7}));
  EXPECT_EQ(database.winner(subject, origin)->initial_mean, 7);
  database.record(subject, origin, slow);
  EXPECT_EQ(database.winner(subject, origin)->initial_mean, 7);
  Individual wrong = slow;
  wrong.failure = "The results differ.";
  database.record(subject, origin, wrong);
  database.record(subject, origin, make("CA", {7}));
  EXPECT_FALSE(database.winner(subject, origin));
}

TEST(Database, WinnersOfThisCompilerTakePrecedence) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  database.record(subject, {"g++ 11", "0.1"}, make("CA", {50}));
  EXPECT_EQ(database.winner(subject, origin)->individual.genome.letters(), "CA");
  database.record(subject, origin, make("CC", {40}));
  EXPECT_EQ(database.winner(subject, origin)->individual.genome.letters(), "CC");
}

TEST(Database, WinnersAreComparedWithTheFirstIndividual) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  Origin const other{"g++ 11", "0.1"};
  EXPECT_TRUE(database.is_empty());
  auto const first = database.record(subject, origin, make("CA", {40}));
  EXPECT_FALSE(database.is_empty());
  database.record(subject, origin, make("CC", {50}, {first}, Birth::mutation));
  Individual failed = make("CG", {60}, {first}, Birth::mutation);
  failed.failure = "The kernel crashed.";
  database.record(subject, origin, failed);
  database.record(subject, other, make("CT", {70}));
  Subject another = subject;
  another.kernel = "Wave::Energy";
  database.record(another, origin, make("CA", {90}));
  auto const winner = database.winner(subject, origin);
  EXPECT_EQ(winner->individual.genome.letters(), "CC");
  EXPECT_EQ(winner->origin, origin);
  EXPECT_EQ(winner->n_measured, 2);
  EXPECT_EQ(winner->initial_mean, 40);
  EXPECT_EQ(database.winner(subject, {"clang", "0.1"})->origin, other);
}

TEST(Database, KeepsAnyTextUnchanged) {
  Folder const folder;
  Database database(folder.file("tuning.db"));
  Individual individual = make("CA", {1});
  individual.plan = std::string("plan 'a\"; --\n%s\0z", 17);
  database.record(subject, origin, individual);
  EXPECT_EQ(database.all(subject, origin)[0].plan, individual.plan);
}

TEST(Database, IsEmptyForReadersIfTheFileDoesNotExist) {
  Folder const folder;
  Database const database(folder.file("tuning.db"), Database::Access::read);
  EXPECT_FALSE(database.winner(subject, origin));
  EXPECT_THAT(database.subjects(), testing::IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(folder.file("tuning.db")));
}

TEST(Database, ReadersSeeTheRecordsOfAWriter) {
  Folder const folder;
  Database writer(folder.file("tuning.db"));
  Database const reader(folder.file("tuning.db"), Database::Access::read);
  writer.record(subject, origin, make("CA", {1}));
  EXPECT_TRUE(reader.winner(subject, origin));
}

TEST(Database, ReportsFilesThatItCannotUse) {
  Folder const folder;
  std::ofstream(folder.file("text.db")) << std::string(5000, 'x');
  EXPECT_THAT(error_of([&] { Database database(folder.file("text.db")); }), HasSubstr("file is not a database"));
  EXPECT_THAT(error_of([&] { Database database(folder.file("missing/folder/tuning.db")); }), "no error");
  std::ofstream(folder.file("open.db"));
  chmod(folder.file("open.db").c_str(), 0666);
  EXPECT_THAT(error_of([&] { Database database(folder.file("open.db")); }), HasSubstr("others can write to it"));
  {
    Database database(folder.file("later.db"));
    sqlite::Connection(folder.file("later.db"), Database::Access::write, 1).run("PRAGMA user_version = 2");
  }
  EXPECT_THAT(error_of([&] { Database database(folder.file("later.db")); }), HasSubstr("has version 2 of the format"));
}

TEST(Database, DoesNotChangeDatabasesOfOtherPrograms) {
  Folder const folder;
  std::string const file = folder.file("notes.db");
  sqlite::Connection(file, Database::Access::write, 1).run("CREATE TABLE notes (text)");
  chmod(file.c_str(), 0600);
  auto const before = std::filesystem::last_write_time(file);
  for (auto const access : {Database::Access::read, Database::Access::write})
    EXPECT_THAT(error_of([&] { Database database(file, access); }),
                HasSubstr("notes.db is an SQLite database of another program"));
  EXPECT_EQ(std::filesystem::last_write_time(file), before);
  EXPECT_EQ(sqlite::Connection(file, Database::Access::read, 1).run("SELECT count(*) FROM sqlite_master"), "1");
}

TEST(Database, NamesTheFileAndTheIndividualWithAWrongGenome) {
  Folder const folder;
  std::string const file = folder.file("tuning.db");
  Database(file).record(subject, origin, make("CA", {1}));
  sqlite::Connection(file, Database::Access::write, 1).run("UPDATE individual SET genome = 'CX'");
  EXPECT_THAT(error_of([&] { Database(file).all(subject, origin); }),
              testing::AllOf(HasSubstr("tuning.db cannot be used (individual 1 has no genome: `X`")));
}

TEST(Database, ReportsLocks) {
  Folder const folder;
  std::string const file = folder.file("tuning.db");
  Database(file).record(subject, origin, make("CA", {1}));
  sqlite::Connection const other(file, Database::Access::write, 1);
  other.run("PRAGMA journal_mode = DELETE"); // readers wait for writers without the write-ahead log
  other.run("BEGIN EXCLUSIVE");
  EXPECT_THAT(error_of([&] { Database const database(file, Database::Access::read); }),
              HasSubstr("Another process has locked the tuning database"));
}

TEST(Database, MayBeInAFolderBehindASymbolicLink) {
  Folder const folder;
  std::filesystem::create_directory(folder.file("disk"));
  std::filesystem::create_directory_symlink(folder.file("disk"), folder.file("home"));
  Database(folder.file("home/cache/tuning.db")).record(subject, origin, make("CA", {1}));
  EXPECT_TRUE(Database(folder.file("home/cache/tuning.db"), Database::Access::read).winner(subject, origin));
  std::filesystem::create_symlink(folder.file("disk/cache/tuning.db"), folder.file("link.db"));
  EXPECT_THAT(error_of([&] { Database database(folder.file("link.db")); }), HasSubstr("not a file of this user"));
}

// A child process without the permissions of root reads the database.
TEST(Database, CanBeReadInAFolderWithoutWritePermission) {
  Folder const folder;
  std::string const parent = folder.file("50% #1?"), file = parent + "/tuning.db";
  constexpr uid_t other_user = 65534;
  Database(file).record(subject, origin, make("CA", {1}));
  if (geteuid() == 0) {
    ASSERT_EQ(chown(file.c_str(), other_user, other_user), 0);
  }
  ASSERT_EQ(chmod(folder.file("").c_str(), 0755), 0);
  ASSERT_EQ(chmod(parent.c_str(), 0555), 0);
  pid_t const child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(other_user) != 0) _exit(2);
    _exit(error_of([&] {
            if (!Database(file, Database::Access::read).winner(subject, origin)) throw base::UserError("no winner");
          }) == "no error"
              ? 0
              : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  chmod(parent.c_str(), 0755);
}

std::string letters_of(unsigned number) {
  Genome genome;
  genome.set_number(0, 32, number);
  return genome.letters();
}

constexpr unsigned extends_shared = 8; ///< every eighth number is also a score of an individual of all workers

/// Records individuals without end, and writes the number of each to `acknowledgements` after record() has returned.
[[noreturn]] void work(std::string const& file, unsigned first, int acknowledgements) {
  Database database(file);
  for (unsigned n = first;; ++n) {
    database.record(subject, origin, make(letters_of(n), {1.0 * n, 2.0 * n, 3.0 * n}));
    if (n % extends_shared == 0) database.record(subject, origin, make("CA", {1.0 * n}));
    if (write(acknowledgements, &n, sizeof n) != sizeof n) _exit(1);
    usleep(300); // a worker measures between records
  }
}

struct Worker {
  pid_t process = 0;
  int acknowledgements = 0;
};

Worker start(std::string const& file, unsigned first) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  pid_t const process = fork();
  if (process == 0) {
    close(ends[0]);
    try {
      work(file, first, ends[1]);
    } catch (std::exception const& error) {
      fmt::print(stderr, "{}\n", error.what());
      _exit(1);
    }
  }
  close(ends[1]);
  return {process, ends[0]};
}

/// Kills a worker and returns the numbers that it has acknowledged.
std::vector<unsigned> kill_worker(Worker const& worker) {
  kill(worker.process, SIGKILL);
  int status = 0;
  waitpid(worker.process, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "The worker ended because of an error.";
  std::vector<unsigned> numbers;
  for (unsigned n = 0; read(worker.acknowledgements, &n, sizeof n) == sizeof n;) numbers.push_back(n);
  close(worker.acknowledgements);
  return numbers;
}

// The workers of a search are killed at any time, also by the user. Three workers write at the same time.
TEST(Database, LosesNothingInAHundredKills) {
  constexpr int n_kills = 100, n_workers = 3;
  constexpr unsigned numbers_per_worker = 1000000;
  Folder const folder;
  std::string const file = folder.file("tuning.db");
  std::vector<Worker> workers;
  std::vector<unsigned> acknowledged;
  unsigned n_started = 0;
  for (int n = 0; n < n_kills; ++n) {
    while (workers.size() < n_workers) workers.push_back(start(file, numbers_per_worker * ++n_started));
    pollfd first{workers.front().acknowledgements, POLLIN, 0}; // kill a worker that has recorded something
    ASSERT_EQ(poll(&first, 1, 60000), 1);
    usleep(static_cast<useconds_t>(1 + 977 * n % 7000));
    auto const numbers = kill_worker(workers.front());
    workers.erase(workers.begin());
    acknowledged.insert(acknowledged.end(), numbers.begin(), numbers.end());
  }
  for (Worker const& worker : workers) {
    auto const numbers = kill_worker(worker);
    acknowledged.insert(acknowledged.end(), numbers.begin(), numbers.end());
  }
  EXPECT_GE(acknowledged.size(), static_cast<std::size_t>(n_kills));
  Database const database(file);
  std::map<std::string, Individual> found;
  for (auto const& individual : database.all(subject, origin)) found[individual.genome.letters()] = individual;
  for (unsigned const n : acknowledged) {
    ASSERT_TRUE(found.contains(letters_of(n))) << n;
    EXPECT_THAT(found.at(letters_of(n)).scores, ElementsAre(1.0 * n, 2.0 * n, 3.0 * n));
  }
  for (auto const& [letters, individual] : found) // no incomplete record
    EXPECT_TRUE(letters == "CA" || individual.scores.size() == 3) << letters;
  auto const& shared = found.at("CA").scores;
  for (unsigned const n : acknowledged)
    EXPECT_EQ(std::count(shared.begin(), shared.end(), 1.0 * n), n % extends_shared == 0 ? 1 : 0) << n;
  EXPECT_EQ(sqlite::Connection(file, Database::Access::write, 1).run("PRAGMA integrity_check"), "ok");
}

} // namespace
