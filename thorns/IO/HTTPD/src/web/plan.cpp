#include "plan.hpp"

#include "json.hpp"

#include <cstdlib>
#include <initializer_list>
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
    auto const& kind = fields.at(0);
    plan.collects = plan.collects || kind == "collects";
    plan.triggers = plan.triggers || kind == "triggers";
    plan.writes_report = plan.writes_report || kind == "report";
    if (kind == "command")
      plan.commands.push_back({.kind = static_cast<Command::Kind>(std::atoi(fields.at(1).c_str())),
                               .id = std::atoi(fields.at(2).c_str()),
                               .thorn = fields.at(3),
                               .parameter = fields.at(4),
                               .value = fields.at(5)});
    if (kind == "slice")
      plan.slices.push_back({fields.at(1), fields.at(2), std::strtod(fields.at(3).c_str(), nullptr)});
  }
  return plan;
}

} // namespace httpd
