#include "codegen/patterns/distribute.hpp"

#include "codegen/patterns/interpreter.hpp"
#include "codegen/patterns/messages.hpp"

#include <algorithm>

namespace chemora::patterns {

namespace {

constexpr char result_mark = 'r', error_mark = 'e';

base::UserError received_error(std::string const& message) {
  std::size_t const file = message.find('\0'), line = message.find('\0', file + 1),
                    column = message.find('\0', line + 1);
  auto const part = [&](std::size_t begin, std::size_t end) { return message.substr(begin + 1, end - begin - 1); };
  return {{message.substr(0, file), std::stoi(part(file, line)), std::stoi(part(line, column))},
          message.substr(column + 1)};
}

std::string sent_error(base::UserError const& error) {
  base::Diagnostic const& first = error.diagnostics().at(0);
  std::string const separator(1, '\0');
  return error_mark + first.where.file + separator + std::to_string(first.where.line) + separator +
         std::to_string(first.where.column) + separator + first.message;
}

/// Returns whole grid functions on all processes.
std::map<std::string, ArrayValue> gathered_fields(Inputs const& inputs, LocalGrid const& grid, Exchange& exchange) {
  auto const n = [&](int axis) { return static_cast<std::size_t>(inputs.points[axis]); };
  std::map<std::string, ArrayValue> fields;
  for (auto const& [name, field] : grid.fields) {
    Box const& own = grid.box;
    auto const messages = exchange_results(exchange, [&](MessageWriter& writer) {
      for (int axis = 0; axis < 3; ++axis) writer.put(own.first[axis]), writer.put(own.end[axis]);
      for (long i = 0; i < own.extent(0); ++i)
        for (long j = 0; j < own.extent(1); ++j)
          for (long k = 0; k < own.extent(2); ++k)
            writer.put(field.first[i * field.strides[0] + j * field.strides[1] + k * field.strides[2]]);
    });
    ArrayValue& whole = fields[name];
    whole.extents.assign(inputs.points, inputs.points + 3);
    whole.numbers.resize(n(0) * n(1) * n(2));
    for (std::string const& message : messages) {
      MessageReader reader(message);
      Box box;
      for (int axis = 0; axis < 3; ++axis) box.first[axis] = reader.integer(), box.end[axis] = reader.integer();
      for (long i = box.first[0]; i < box.end[0]; ++i)
        for (long j = box.first[1]; j < box.end[1]; ++j)
          for (long k = box.first[2]; k < box.end[2]; ++k)
            whole.numbers[(static_cast<std::size_t>(i) * n(1) + static_cast<std::size_t>(j)) * n(2) +
                          static_cast<std::size_t>(k)] = reader.number();
    }
  }
  return fields;
}

} // namespace

std::vector<std::string> exchange_results(Exchange& exchange, std::function<void(MessageWriter&)> const& compute) {
  std::string message;
  try {
    MessageWriter writer;
    compute(writer);
    message = result_mark + writer.text();
  } catch (base::UserError const& error) {
    message = sent_error(error);
  }
  std::vector<std::string> messages = exchange.gather(message);
  for (std::string& text : messages) {
    bool const is_error = text.at(0) == error_mark;
    text.erase(0, 1);
    if (is_error) throw received_error(text);
  }
  return messages;
}

std::vector<Output> evaluate(Program const& program, Inputs const& inputs, LocalGrid const& grid, Exchange& exchange) {
  if (!find_nonlocal_part(program)) return Interpreter(program, inputs, {&grid, &exchange}).run();
  Inputs whole = inputs;
  for (auto& [name, field] : gathered_fields(inputs, grid, exchange)) whole.arrays[name] = std::move(field);
  return interpret(program, whole);
}

} // namespace chemora::patterns
