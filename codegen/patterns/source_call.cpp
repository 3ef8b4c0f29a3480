#include "codegen/patterns/source_call.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::patterns {

std::optional<SourceCall> source_call(std::string const& source) {
  std::size_t const open = source.find('(');
  if (open == std::string::npos || !source.ends_with(')')) return std::nullopt;
  SourceCall call{.function = base::trimmed(source.substr(0, open))};
  std::string const list = source.substr(open + 1, source.size() - open - 2);
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = list.find(',', begin);
    call.arguments.push_back(base::trimmed(list.substr(begin, end == std::string::npos ? end : end - begin)));
  }
  return call;
}

bool is_source_argument(Program const& program, std::string const& name) {
  return std::any_of(program.variables.begin(), program.variables.end(), [&](Variable const& variable) {
    auto const call = source_call(variable.source);
    return call && base::contains(call->arguments, name);
  });
}

} // namespace chemora::patterns
