/// schedule.ccl as data: scheduled functions and groups, storage, and the conditions around them.
#pragma once

#include "framework/ccl/expression.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace chemora::ccl {

/// `group`, `owner::group`, `group[2]`, `group[par]`; in READS and WRITES also `v(region)`.
struct VariableReference {
  Name name;                       ///< `owner::name` without index, including suffixes `_p`
  std::optional<Expression> index; ///< time levels of STORAGE, element of a vector variable in READS
  std::string region;              ///< everywhere, interior, boundary, interiorwithboundary, scalar, or empty
};

/// `TAGS: Device=1`
struct Tag {
  Name key;
  std::string value;
};

/// `SCHEDULE [GROUP] name AT bin AS alias BEFORE (a b) WHILE v { ... } "description"`
struct ScheduleItem {
  bool is_group = false;
  Name name;
  Name in;                ///< bin (AT) or group (IN); empty without them: the item never runs
  bool is_at_bin = false; ///< true for AT, false for IN
  Name replaced_in;       ///< an earlier AT or IN of the same item; the last AT or IN is used
  std::string alias;      ///< the name after AS
  std::vector<Name> before;
  std::vector<Name> after;
  std::vector<Name> while_variables;
  std::vector<Name> if_variables;
  std::string language; ///< C, FORTRAN or empty
  std::vector<VariableReference> storage;
  std::vector<Name> sync;
  std::vector<Name> triggers;
  std::vector<Name> options;
  std::vector<VariableReference> reads;
  std::vector<VariableReference> writes;
  std::vector<VariableReference> invalidates;
  std::vector<Tag> tags;
  std::string description;

  std::string const& shown_name() const { return alias.empty() ? name.text : alias; }
};

struct StorageStatement {
  std::vector<VariableReference> groups;
};

struct ConditionalBlock;

using ScheduleStatement = std::variant<ScheduleItem, StorageStatement, std::shared_ptr<ConditionalBlock const>>;

/// `if (condition) then_statements else else_statements`; the statements of a `{ ... }` without a condition are added
/// to the enclosing list.
struct ConditionalBlock {
  Expression condition;
  std::vector<ScheduleStatement> then_statements;
  std::vector<ScheduleStatement> else_statements;
};

/// The contents of a file.
struct ScheduleFile {
  std::string file;
  std::vector<ScheduleStatement> statements;
};

/// Throws base::UserError with all findings.
ScheduleFile parse_schedule(base::SourceText const& source);

/// Returns all items, including those inside conditions that do not hold.
std::vector<ScheduleItem const*> all_items(ScheduleFile const& file);

/// Items and storage statements whose conditions hold, in the order of the file.
struct ActiveStatements {
  std::vector<ScheduleItem const*> items;
  std::vector<VariableReference const*> storage;
};
ActiveStatements active_statements(ScheduleFile const& file, Environment const& environment);

/// Whether functions of a bin (with or without `CCTK_`) are called without arguments, because there is no grid:
/// STARTUP, RECOVER_PARAMETERS and SHUTDOWN.
bool takes_no_arguments(std::string const& bin);

// Parts of the parser (schedule_items.cpp).

/// Parses an item after the word SCHEDULE.
ScheduleItem parse_schedule_item(Reader& reader);

/// Parses `: group[2], other[par]` after the word STORAGE.
std::vector<VariableReference> parse_storage_list(Reader& reader);

} // namespace chemora::ccl
