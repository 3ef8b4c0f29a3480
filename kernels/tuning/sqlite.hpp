/// Thin types over SQLite: connections, prepared statements and transactions. Texts are passed as parameters of
/// prepared statements, never as parts of SQL.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace chemora::tuning::sqlite {

/// A query with parameters `?1`, `?2`, .... Functions throw base::UserError with the file and SQLite's message.
class Statement {
public:
  Statement(sqlite3* database, std::string const& file, char const* sql);

  Statement& bind(int parameter, std::string const& text);
  Statement& bind(int parameter, std::int64_t number);
  Statement& bind(int parameter, double number);

  /// Advances to the next row of the result. Returns false after the last row.
  bool step();
  /// Runs a statement without a result.
  void run();

  std::string text(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;

private:
  void check(int code) const;

  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::string file_;
  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
};

class Connection {
public:
  enum class Access { read, write };

  /// Opens a file, which must not be a symbolic link; Access::write creates it if necessary. A statement that finds the
  /// file locked by another process waits up to `busy_seconds`. A file in a folder without write permission is read
  /// without locks.
  Connection(std::string const& file, Access access, int busy_seconds);

  Statement prepare(char const* sql) const { return {database_.get(), file_, sql}; }
  /// Runs a statement without parameters and returns the text of the first column of its first row, or an empty text.
  std::string run(char const* sql) const;
  /// Switches the file to the write-ahead log. SQLite does not wait for other processes in this case; the function
  /// repeats the attempt.
  void use_write_ahead_log() const;
  std::int64_t last_id() const;
  /// Throws base::UserError with the name of the file and the reason why it cannot be used.
  [[noreturn]] void fail(std::string const& reason) const;

private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::string file_;
  int busy_seconds_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// A write transaction, which other processes see entirely or not at all. It waits for the transactions of other
/// processes at its start. Without commit(), the destructor cancels all changes.
class Transaction {
public:
  explicit Transaction(Connection const& connection);
  ~Transaction();
  Transaction(Transaction const&) = delete;
  Transaction& operator=(Transaction const&) = delete;

  void commit();

private:
  Connection const& connection_;
  bool is_open_ = true;
};

} // namespace chemora::tuning::sqlite
