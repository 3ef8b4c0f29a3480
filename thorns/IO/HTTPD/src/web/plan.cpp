#include "plan.hpp"

#include "json.hpp"

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace httpd {
namespace {

constexpr char end_of_field = 0x1f, end_of_record = 0x1e;

std::string record(std::initializer_list<std::string> fields) {
  std::string text;
  for (auto const& field : fields) text += field + end_of_field;
  return text + end_of_record;
}

std::vector<std::string> split(std::string_view text, char end) {
  std::vector<std::string> parts;
  for (auto at = text.find(end); at != std::string_view::npos; at = text.find(end)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  return parts;
}

std::optional<Command> to_command(std::vector<std::string> const& fields) {
  if (fields.size() != 6) return std::nullopt;
  int const kind = std::atoi(fields[1].c_str());
  if (kind < 0 || kind > static_cast<int>(Command::Kind::set)) return std::nullopt;
  return Command{.kind = static_cast<Command::Kind>(kind),
                 .id = std::atoi(fields[2].c_str()),
                 .thorn = fields[3],
                 .parameter = fields[4],
                 .value = fields[5]};
}

} // namespace

std::string to_text(Plan const& plan) {
  std::string text;
  if (plan.collects) text += record({"collects"});
  if (plan.triggers) text += record({"triggers"});
  if (plan.writes_report) text += record({"report"});
  for (auto const& command : plan.commands)
    text += record({"command", std::to_string(static_cast<int>(command.kind)), std::to_string(command.id),
                    command.thorn, command.parameter, command.value});
  for (auto const& slice : plan.slices) text += record({"slice", slice.variable, slice.axes, json_number(slice.at)});
  return text;
}

Plan to_plan(std::string const& text) {
  Plan plan;
  for (auto const& record : split(text, end_of_record)) {
    auto const fields = split(record, end_of_field);
    if (fields.empty()) continue;
    auto const& kind = fields[0];
    plan.collects = plan.collects || kind == "collects";
    plan.triggers = plan.triggers || kind == "triggers";
    plan.writes_report = plan.writes_report || kind == "report";
    if (kind == "command")
      if (auto const command = to_command(fields)) plan.commands.push_back(*command);
    if (kind == "slice" && fields.size() == 4)
      plan.slices.push_back({fields[1], fields[2], std::strtod(fields[3].c_str(), nullptr)});
  }
  return plan;
}

} // namespace httpd
