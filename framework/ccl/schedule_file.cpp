/// The statements of schedule.ccl, and the selection of those whose conditions hold.
#include "framework/ccl/schedule_file.hpp"

#include "framework/base/errors.hpp"
#include "framework/ccl/expression.hpp"
#include "framework/ccl/reader.hpp"

#include <functional>

namespace chemora::ccl {

namespace {

std::vector<std::string> const starts{"schedule", "if", "storage"};
using Statements = std::vector<ScheduleStatement>;

class ScheduleParser {
public:
  ScheduleParser(base::SourceText const& source, base::Diagnostics& diagnostics)
      : reader_(source, diagnostics, {.has_block_comments = true}) {}

  Statements parse() {
    Statements all;
    reader_.statements(starts, [&] { statement(all); });
    return all;
  }

private:
  void statement(Statements& into) {
    if (reader_.at_sign("{")) return block(into);
    if (reader_.take_word("schedule")) return into.push_back(parse_schedule_item(reader_));
    if (reader_.take_word("if")) return into.push_back(conditional());
    if (reader_.take_word("storage")) return into.push_back(StorageStatement{parse_storage_list(reader_)});
    reader_.fail_expected("SCHEDULE, STORAGE, if or `{`", starts);
  }

  void block(Statements& into) {
    Reader::Depth const depth(reader_);
    auto const where = reader_.position();
    reader_.expect_sign("{", "to begin a block");
    while (!reader_.take_sign("}")) {
      if (reader_.at_end()) reader_.fail(where, "This `{` has no closing `}`.");
      statement(into);
    }
  }

  std::shared_ptr<ConditionalBlock const> conditional() {
    Reader::Depth const depth(reader_);
    auto block = std::make_shared<ConditionalBlock>();
    reader_.expect_sign("(", "after if");
    block->condition = parse_expression(reader_);
    reader_.expect_sign(")", "after the condition");
    statement(block->then_statements);
    if (reader_.take_word("else")) statement(block->else_statements);
    return block;
  }

  Reader reader_;
};

void collect_items(Statements const& statements, std::vector<ScheduleItem const*>& items) {
  for (auto const& statement : statements) {
    if (auto const* const item = std::get_if<ScheduleItem>(&statement)) items.push_back(item);
    if (auto const* const block = std::get_if<std::shared_ptr<ConditionalBlock const>>(&statement)) {
      collect_items((*block)->then_statements, items);
      collect_items((*block)->else_statements, items);
    }
  }
}

void collect_active(Statements const& statements, Environment const& environment, ActiveStatements& active) {
  for (auto const& statement : statements) {
    if (auto const* const item = std::get_if<ScheduleItem>(&statement)) {
      active.items.push_back(item);
    } else if (auto const* const storage = std::get_if<StorageStatement>(&statement)) {
      for (auto const& group : storage->groups) active.storage.push_back(&group);
    } else {
      auto const& block = *std::get<std::shared_ptr<ConditionalBlock const>>(statement);
      bool const holds = evaluate_condition(block.condition, environment);
      collect_active(holds ? block.then_statements : block.else_statements, environment, active);
    }
  }
}

} // namespace

ScheduleFile parse_schedule(base::SourceText const& source) {
  base::Diagnostics diagnostics(&source);
  ScheduleFile file{source.name, ScheduleParser(source, diagnostics).parse()};
  diagnostics.throw_if_errors();
  return file;
}

std::vector<ScheduleItem const*> all_items(ScheduleFile const& file) {
  std::vector<ScheduleItem const*> items;
  collect_items(file.statements, items);
  return items;
}

ActiveStatements active_statements(ScheduleFile const& file, Environment const& environment) {
  ActiveStatements active;
  collect_active(file.statements, environment, active);
  return active;
}

bool takes_no_arguments(std::string const& bin) {
  auto const name = lower_case(bin);
  for (char const* const without_grid : {"startup", "recover_parameters", "shutdown"})
    if (name == without_grid || name == std::string("cctk_") + without_grid) return true;
  return false;
}

} // namespace chemora::ccl
