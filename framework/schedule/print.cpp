#include "framework/schedule/schedule.hpp"

#include "framework/base/text.hpp"
namespace chemora::schedule {

namespace {

std::string joined(std::vector<ccl::Name> const& names) {
  return base::join(names, " and ", [](ccl::Name const& name) { return name.text; });
}

void add_text(Schedule const& schedule, std::string const& where, std::string const& indent, std::string& text) {
  for (Item const& item : schedule.items(where)) {
    std::string inner = indent;
    if (!item.statement.if_variables.empty()) {
      text += inner + "if (" + joined(item.statement.if_variables) + ")\n";
      inner += "  ";
    }
    if (!item.statement.while_variables.empty()) {
      text += inner + "while (" + joined(item.statement.while_variables) + ")\n";
      inner += "  ";
    }
    if (item.is_group()) {
      text += inner + "GROUP " + item.shown_name() + ": " + item.statement.description + "\n";
      add_text(schedule, item.statement.name.text, inner + "  ", text);
    } else {
      text += inner + item.thorn + "::" + item.shown_name() + ": " + item.statement.description + "\n";
    }
  }
}

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

/// Writes the nodes of groups as nested clusters, and an arrow from each node to the next.
struct DotWriter {
  Schedule const& schedule;
  std::string text;
  int n_nodes = 0;
  int n_clusters = 0;
  std::string last;

  void add(std::string const& where, std::string const& indent) {
    for (Item const& item : schedule.items(where)) {
      if (item.is_group()) {
        text += indent + "subgraph cluster_" + std::to_string(n_clusters++) + " {\n" + indent +
                "  label = " + quoted(item.shown_name()) + ";\n";
        add(item.statement.name.text, indent + "  ");
        text += indent + "}\n";
      } else {
        std::string const node = "n" + std::to_string(n_nodes++);
        text += indent + node + " [label = " + quoted(item.thorn + "::" + item.shown_name()) + "];\n";
        if (!last.empty()) arrows += "  " + last + " -> " + node + ";\n";
        last = node;
      }
    }
  }

  std::string arrows;
};

} // namespace

std::string to_text(Schedule const& schedule, std::string const& where) {
  std::string text;
  for (Bin const& bin : bins()) {
    std::string const name(bin.name);
    if (!where.empty() && bin_name(where) != name) continue;
    if (schedule.items(name).empty()) continue;
    text += name + ": " + std::string(bin.purpose) + "\n";
    add_text(schedule, name, "  ", text);
  }
  if (text.empty() && !where.empty()) add_text(schedule, where, "  ", text);
  return text;
}

std::string to_dot(Schedule const& schedule) {
  DotWriter writer{schedule, "digraph schedule {\n  node [shape = box];\n", 0, 0, {}, {}};
  for (Bin const& bin : bins()) {
    if (schedule.items(std::string(bin.name)).empty()) continue;
    writer.text += "  subgraph cluster_" + std::to_string(writer.n_clusters++) +
                   " {\n    label = " + quoted(std::string(bin.name)) + ";\n";
    writer.add(std::string(bin.name), "    ");
    writer.text += "  }\n";
  }
  return writer.text + writer.arrows + "}\n";
}

} // namespace chemora::schedule
