#include "kernels/machine/processor_facts.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <string_view>

namespace chemora::machine {

namespace {

/// The keys of x86 and of ARM that identify a processor.
constexpr std::array<std::string_view, 9> identifying_keys{
    "vendor_id", "cpu family", "model", "model name", "stepping", "flags", "Features", "CPU implementer", "CPU part"};

std::string_view trimmed(std::string_view text) {
  auto const first = text.find_first_not_of(" \t\r");
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

} // namespace

ProcessorFacts read_processor_facts(std::istream& info) {
  ProcessorFacts result{"unknown processor", {}};
  for (std::string line; std::getline(info, line) && !trimmed(line).empty();) {
    auto const colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string_view const text = line, key = trimmed(text.substr(0, colon)), value = trimmed(text.substr(colon + 1));
    if (value.empty() || std::find(identifying_keys.begin(), identifying_keys.end(), key) == identifying_keys.end())
      continue;
    result.facts.append(key).append(": ").append(value).append("\n");
    if (key == "model name") result.model = value;
  }
  return result;
}

} // namespace chemora::machine
