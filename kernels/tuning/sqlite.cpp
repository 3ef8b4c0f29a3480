#include "kernels/tuning/sqlite.hpp"

#include "framework/base/errors.hpp"

#include <cctype>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>
#include <thread>
#include <unistd.h>

namespace chemora::tuning::sqlite {

namespace {

[[noreturn]] void fail(std::string const& file, std::string const& reason) {
  throw base::UserError(fmt::format("The tuning database {} cannot be used ({}). Choose another file, or rename this "
                                    "one so that a new database is created.",
                                    file, reason));
}

/// Returns the path without symbolic links in its folder, because SQLITE_OPEN_NOFOLLOW rejects links everywhere.
std::filesystem::path without_links(std::string const& file) {
  auto const path = std::filesystem::absolute(file);
  std::error_code error;
  auto const folder = std::filesystem::weakly_canonical(path.parent_path(), error);
  return error ? path : folder / path.filename();
}

/// Returns the URI with which SQLite reads a file without locks and without the files of the write-ahead log.
std::string immutable_uri(std::string const& path) {
  std::string uri = "file:";
  for (char const c : path)
    uri += c == '/' || std::isalnum(static_cast<unsigned char>(c))
               ? std::string(1, c)
               : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  return uri + "?immutable=1";
}

/// Returns whether no process of this user can write to the folder of the file, and the folder contains no write-ahead
/// log. The file then cannot change while it is read.
bool is_immutable(std::filesystem::path const& path) {
  std::error_code error;
  auto const log_bytes = std::filesystem::file_size(path.string() + "-wal", error);
  return access(path.parent_path().c_str(), W_OK) != 0 && (error || log_bytes == 0);
}

} // namespace

void Statement::Finalise::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Connection::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Statement::Statement(sqlite3* database, std::string const& file, char const* sql) : database_(database), file_(file) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    throw base::UserError(fmt::format("Another process has locked the tuning database {}. Try again later.", file_));
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) fail(file_, sqlite3_errmsg(database_));
}

Statement& Statement::bind(int parameter, std::string const& text) {
  check(sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int parameter, std::int64_t number) {
  check(sqlite3_bind_int64(statement_.get(), parameter, number));
  return *this;
}

Statement& Statement::bind(int parameter, double number) {
  check(sqlite3_bind_double(statement_.get(), parameter, number));
  return *this;
}

bool Statement::step() {
  int const code = sqlite3_step(statement_.get());
  check(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (step()) {
  }
}

std::string Statement::text(int column) const {
  auto const* const bytes = sqlite3_column_text(statement_.get(), column);
  if (!bytes) return {};
  return {reinterpret_cast<char const*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

Connection::Connection(std::string const& file, Access access, int busy_seconds)
    : file_(file), busy_seconds_(busy_seconds) {
  sqlite3* database = nullptr;
  auto const path = without_links(file);
  std::string const name = access == Access::read && is_immutable(path) ? immutable_uri(path) : path.string();
  int const flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int const code = sqlite3_open_v2(name.c_str(), &database, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) sqlite::fail(file, database ? sqlite3_errmsg(database) : "no memory");
  sqlite3_busy_timeout(database, 1000 * busy_seconds);
}

std::string Connection::run(char const* sql) const {
  Statement statement = prepare(sql);
  if (!statement.step()) return {}; // a further step would run the statement again
  std::string const first = statement.text(0);
  statement.run();
  return first;
}

void Connection::use_write_ahead_log() const {
  using clock = std::chrono::steady_clock;
  for (auto const end = clock::now() + std::chrono::seconds(busy_seconds_);;) {
    int const code = sqlite3_exec(database_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return;
    if (code != SQLITE_BUSY || clock::now() > end) sqlite::fail(file_, sqlite3_errmsg(database_.get()));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void Connection::fail(std::string const& reason) const { sqlite::fail(file_, reason); }

std::int64_t Connection::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

Transaction::Transaction(Connection const& connection) : connection_(connection) { connection_.run("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  try {
    if (is_open_) connection_.run("ROLLBACK");
  } catch (base::UserError const&) { // closing the connection cancels the transaction
  }
}

void Transaction::commit() {
  connection_.run("COMMIT");
  is_open_ = false;
}

} // namespace chemora::tuning::sqlite
