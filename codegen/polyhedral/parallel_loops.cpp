#include "codegen/polyhedral/schedule_parallel.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace chemora::polyhedral {

namespace {

using Nodes = std::vector<ScheduleNode>;

ScheduleNode loop_around(std::string const& loop, Nodes body) {
  return {.kind = ScheduleNode::Kind::loop, .loop = loop, .children = std::move(body)};
}

/// Returns the nodes inside a nest of loops, of which the first is outermost.
Nodes wrapped(std::vector<std::string> const& loops, Nodes body) {
  for (std::size_t n = loops.size(); n-- > 0;) {
    ScheduleNode node = loop_around(loops[n], std::move(body));
    body.clear();
    body.push_back(std::move(node));
  }
  return body;
}

void append(Nodes& nodes, Nodes more) { std::move(more.begin(), more.end(), std::back_inserter(nodes)); }

class Wrapping {
public:
  explicit Wrapping(Program const& program) : program_(program), accesses_(program) {}

  Nodes run(Nodes const& nodes) {
    Nodes result;
    for (Nodes& phase : phases_of(nodes)) {
      if (!result.empty()) result.push_back({.kind = ScheduleNode::Kind::barrier, .barrier = ir::Scope::grid});
      std::vector<std::string> const blocks = blocks_of(phase);
      append(result, wrapped(blocks, with_threads(std::move(phase))));
    }
    return result;
  }

private:
  std::string const& id(std::size_t statement) const { return program_.statements[statement].instruction->id; }

  std::vector<std::string> blocks_of(Nodes const& phase) const {
    std::set<std::size_t> statements;
    add_statements(phase, statements);
    if (statements.empty()) return {};
    std::size_t const first = *statements.begin();
    std::vector<std::string> const blocks = loops_with(program_, first, loops::Tag::block_axis);
    for (std::size_t const statement : statements) {
      std::vector<std::string> const own = loops_with(program_, statement, loops::Tag::block_axis);
      if (own == blocks) continue;
      throw base::UserError(
          program_.statements[statement].instruction->where,
          fmt::format("`{}` is within the block axes [{}], but `{}` is within [{}]. All instructions "
                      "between two barriers of scope grid must be within the same loops of block axes. "
                      "Fuse the loops with `rename_iname`, add a barrier with `add_barrier`, or remove the tag of "
                      "the loop.",
                      id(statement), fmt::join(own, ", "), id(first), fmt::join(blocks, ", ")));
    }
    return blocks;
  }

  /// Returns the loops of thread axes around all statements of a node, or nothing if they differ or a barrier is
  /// inside.
  std::optional<std::vector<std::string>> threads_of(ScheduleNode const& node) const {
    if (node.kind == ScheduleNode::Kind::barrier) return std::nullopt;
    if (node.kind == ScheduleNode::Kind::statement)
      return loops_with(program_, node.statement, loops::Tag::thread_axis);
    std::optional<std::vector<std::string>> result;
    for (ScheduleNode const& child : node.children) {
      auto const own = threads_of(child);
      if (!own || (result && *own != *result)) return std::nullopt;
      result = own;
    }
    return result;
  }

  Nodes with_threads(Nodes nodes) const {
    Nodes result, part;
    std::vector<std::string> threads_of_part;
    auto const finish_part = [&] { append(result, wrapped(threads_of_part, with_lanes(std::exchange(part, {})))); };
    for (ScheduleNode& node : nodes) {
      auto const threads = threads_of(node);
      if (!part.empty() && (!threads || *threads != threads_of_part)) finish_part();
      if (threads) {
        threads_of_part = *threads;
        part.push_back(std::move(node));
        continue;
      }
      node.children = with_threads(std::move(node.children));
      result.push_back(std::move(node));
    }
    if (!part.empty()) finish_part();
    return result;
  }

  std::vector<std::string> lanes_of(std::size_t statement) const {
    std::vector<std::string> result = loops_with(program_, statement, loops::Tag::interleaved);
    for (std::string const& loop : loops_with(program_, statement, loops::Tag::vector)) result.push_back(loop);
    return result;
  }

  /// Wraps statements that follow each other and are within the same vector and interleaved loops.
  Nodes with_lanes(Nodes nodes) const {
    Nodes result, part;
    std::vector<std::string> lanes_of_part;
    auto const finish_part = [&] { append(result, wrapped(lanes_of_part, std::exchange(part, {}))); };
    for (ScheduleNode& node : nodes) {
      if (node.kind != ScheduleNode::Kind::statement) {
        if (!part.empty()) finish_part();
        node.children = with_lanes(std::move(node.children));
        result.push_back(std::move(node));
        continue;
      }
      std::vector<std::string> const lanes = lanes_of(node.statement);
      if (!part.empty() && (lanes != lanes_of_part || depends_on_lanes(part, node.statement, lanes))) finish_part();
      lanes_of_part = lanes;
      part.push_back(std::move(node));
    }
    if (!part.empty()) finish_part();
    return result;
  }

  bool depends_on_lanes(Nodes const& part, std::size_t statement, std::vector<std::string> const& lanes) const {
    std::vector<std::string> equal;
    for (std::string const& loop : program_.statements[statement].instruction->within)
      if (std::find(lanes.begin(), lanes.end(), loop) == lanes.end()) equal.push_back(loop);
    return std::any_of(part.begin(), part.end(), [&](ScheduleNode const& node) {
      return accesses_.conflict(node.statement, statement, equal, lanes).has_value();
    });
  }

  Program const& program_;
  ParallelAccesses accesses_;
};

[[noreturn]] void fail(Statement const& statement, std::vector<std::string> const& loops, Dependence const& conflict,
                       std::string const& next_step) {
  throw base::UserError(statement.instruction->where,
                        fmt::format("The loop{} {} cannot be parallel: {}. {}", loops.size() > 1 ? "s" : "",
                                    fmt::join(loops, ", "), conflict.description(), next_step));
}

/// Checks the instances that are executed at the same time.
class ParallelCheck {
public:
  explicit ParallelCheck(Program const& program) : program_(program), accesses_(program) {}

  /// Registers and the memory of a block lose their values at the end of a phase.
  void check_phases(std::vector<std::set<std::size_t>> const& phases) const {
    std::map<ir::TypedArray const*, std::pair<std::size_t, std::size_t>> first_use; // phase and statement
    for (std::size_t phase = 0; phase < phases.size(); ++phase)
      for (std::size_t const statement : phases[phase])
        for (Access const& access : program_.statements[statement].accesses) {
          if (access.array->is_argument || access.array->scope == ir::Scope::grid) continue;
          auto const use = first_use.try_emplace(access.array, phase, statement).first->second;
          if (use.first == phase) continue;
          loops::Instruction const& instruction = *program_.statements[statement].instruction;
          throw base::UserError(
              instruction.where,
              fmt::format("`{}` and `{}` use the temporary `{}` of scope {}, but a barrier of scope grid "
                          "is between them. Use the scope grid.",
                          program_.statements[use.second].instruction->id, instruction.id, access.array->name,
                          ir::to_text(access.array->scope)));
        }
  }

  /// The copies of a temporary of the grid have the same memory, because all threads share it.
  void check_copies_in_grid() const {
    for (Statement const& statement : program_.statements)
      for (Access const& access : statement.accesses) {
        if (access.array->is_argument || access.array->scope != ir::Scope::grid) continue;
        for (std::string const& loop : access.array->copies)
          if (statement.instruction->is_within(loop) && loops::is_parallel(program_.kernel.loop(loop)))
            throw base::UserError(
                statement.instruction->where,
                fmt::format(
                    "Each iteration of the parallel loop `{}` needs a copy of the temporary `{}`, but a temporary "
                    "of scope grid has one memory for all of them. Use the scope tile or registers, sweep "
                    "`{}` too so that it is an axis of the temporary, or remove the tag `{}` of the loop.",
                    loop, access.array->name, loop, loops::to_text(program_.kernel.loop(loop))));
      }
  }

  void check_phase(std::set<std::size_t> const& statements) const {
    for (std::size_t const first : statements) {
      check_statement(first);
      for (std::size_t const second : statements) {
        if (second < first) continue;
        check_blocks(first, second);
        check_private(first, second);
      }
    }
  }

private:
  void check_statement(std::size_t statement) const {
    std::vector<std::string> equal, parallel;
    for (std::string const& loop : program_.statements[statement].instruction->within) {
      bool const is_in_block =
          loops::is_parallel(program_.kernel.loop(loop)) && program_.kernel.loop(loop).tag != loops::Tag::block_axis;
      (is_in_block ? parallel : equal).push_back(loop);
    }
    if (auto const conflict = accesses_.conflict(statement, statement, equal, parallel))
      fail(program_.statements[statement], parallel, *conflict, "Remove the tag of the loop.");
  }

  void check_blocks(std::size_t first, std::size_t second) const {
    std::vector<std::string> const blocks = common(first, second, loops::Tag::block_axis);
    if (auto const conflict = accesses_.conflict(first, second, {}, blocks))
      fail(program_.statements[second], blocks, *conflict,
           "Blocks run in any order; add a barrier of scope grid between these instructions, or remove the tag.");
  }

  void check_private(std::size_t first, std::size_t second) const {
    std::vector<std::string> const threads = common(first, second, loops::Tag::thread_axis);
    std::vector<std::string> const blocks = common(first, second, loops::Tag::block_axis);
    if (auto const conflict = accesses_.conflict(first, second, blocks, threads, true))
      fail(program_.statements[second], threads, *conflict,
           "Other threads do not see temporaries of scope registers; use scope tile.");
  }

  std::vector<std::string> common(std::size_t first, std::size_t second, loops::Tag tag) const {
    std::vector<std::string> result;
    for (std::string const& loop : loops_with(program_, first, tag))
      if (program_.statements[second].instruction->is_within(loop)) result.push_back(loop);
    return result;
  }

  Program const& program_;
  ParallelAccesses accesses_;
};

} // namespace

std::vector<std::string> loops_with(Program const& program, std::size_t statement, loops::Tag tag) {
  std::vector<loops::Loop> found;
  for (std::string const& name : program.statements[statement].instruction->within)
    if (program.kernel.loop(name).tag == tag) found.push_back(program.kernel.loop(name));
  std::stable_sort(found.begin(), found.end(),
                   [](loops::Loop const& a, loops::Loop const& b) { return a.axis > b.axis; });
  std::vector<std::string> result;
  for (loops::Loop const& loop : found) result.push_back(loop.name);
  return result;
}

std::vector<std::vector<ScheduleNode>> phases_of(std::vector<ScheduleNode> const& nodes) {
  std::vector<std::vector<ScheduleNode>> result(1);
  for (ScheduleNode const& node : nodes) {
    if (node.kind == ScheduleNode::Kind::barrier && node.barrier == ir::Scope::grid)
      result.emplace_back();
    else
      result.back().push_back(node);
  }
  std::erase_if(result, [](std::vector<ScheduleNode> const& phase) { return phase.empty(); });
  return result;
}

std::vector<ScheduleNode> with_parallel_loops(Program const& program, std::vector<ScheduleNode> nodes) {
  return Wrapping(program).run(nodes);
}

void check_parallel_loops(Program const& program, std::vector<ScheduleNode> const& nodes) {
  ParallelCheck const check(program);
  std::vector<std::set<std::size_t>> phases;
  for (std::vector<ScheduleNode> const& phase : phases_of(nodes)) add_statements(phase, phases.emplace_back());
  check.check_phases(phases);
  check.check_copies_in_grid();
  for (std::set<std::size_t> const& phase : phases) check.check_phase(phase);
}

} // namespace chemora::polyhedral
