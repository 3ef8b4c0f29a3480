#include "kernels/runtime/loop_sizes.hpp"

#include "codegen/fortran/fortran.hpp"
#include "framework/base/hash.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"
#include "kernels/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <set>

namespace chemora::runtime {

namespace {

int n_bits(script::FreeSize const& size) { return static_cast<int>(std::bit_width(size.choices.size() - 1)); }

/// Returns the names and numbers in a text.
std::set<std::string> words_of(std::string const& text) {
  std::set<std::string> words;
  std::string word;
  for (char const c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      word += c;
    else
      words.insert(word), word.clear();
  }
  return words;
}

std::string digest_of(LoopTarget const& target) {
  base::SourceText const& source = target.function.source;
  auto const words = words_of(base::join(fortran::script_of(source).lines, "\n"));
  std::string text = source.contents;
  for (auto const& [name, value] : target.variables)
    if (words.contains(name)) text += "\n" + name + " = " + transform::to_text(value);
  return base::to_digest(text);
}

std::string shape_of(LoopTarget const& target) {
  std::set<std::string> variables, extents;
  for (auto const& [name, value] : target.variables) variables.insert(base::lower_case(name));
  for (loop_functions::Argument const& argument : target.function.arguments)
    for (ir::LinearExpression const& extent : argument.extents)
      for (auto const& [name, factor] : extent.factors) extents.insert(name);
  std::string text;
  for (std::string const& name : extents) {
    auto const value = target.integers.find(name);
    if (value == target.integers.end()) continue;
    auto const n = static_cast<unsigned long>(std::max(value->second, 0L));
    text += fmt::format("{} {}, ", name, variables.contains(base::lower_case(name)) ? n : std::bit_ceil(n));
  }
  return text + base::counted(target.device.n_threads, "thread");
}

} // namespace

tuning::Subject subject_of(LoopTarget const& target, std::vector<script::FreeSize> const& free) {
  auto const& arguments = target.function.arguments;
  bool const has_real64 =
      std::any_of(arguments.begin(), arguments.end(), [](auto const& each) { return each.type == ir::Type::real64; });
  bool const is_host = target.device.kind == "host";
  std::string choices;
  for (script::FreeSize const& size : free) choices += fmt::format("{} {}\n", size.name, fmt::join(size.choices, " "));
  return {.kernel = target.name,
          .graph = digest_of(target),
          .shape = shape_of(target),
          .precision = has_real64 ? "real64" : "real32",
          .device = target.device.kind,
          .machine = is_host ? tuning::host_name(machine::this_machine()) : target.device.product,
          .search_space = base::to_digest(choices)};
}

tuning::Genome genome_of(std::vector<script::FreeSize> const& free, script::Sizes const& sizes) {
  tuning::Genome genome;
  std::size_t position = 0;
  for (script::FreeSize const& size : free) {
    auto const index = std::find(size.choices.begin(), size.choices.end(), sizes.at(size.name)) - size.choices.begin();
    genome.set_number(position, n_bits(size), static_cast<unsigned>(index));
    position += static_cast<std::size_t>(n_bits(size));
  }
  return genome;
}

std::optional<script::Sizes> sizes_of(std::vector<script::FreeSize> const& free, tuning::Genome const& genome) {
  script::Sizes sizes;
  std::size_t position = 0;
  for (script::FreeSize const& size : free) {
    unsigned const index = genome.number(position, n_bits(size));
    if (index >= size.choices.size()) return {};
    sizes[size.name] = size.choices[index];
    position += static_cast<std::size_t>(n_bits(size));
  }
  if (genome.size() > position) return {};
  return sizes;
}

std::optional<TunedSizes> tuned_sizes(std::vector<script::FreeSize> const& free, tuning::Winner const* winner,
                                      tuning::Origin const& origin) {
  if (!winner) return {};
  auto const sizes = sizes_of(free, winner->individual.genome);
  if (!sizes) return {};
  return TunedSizes{*sizes, tuning::reason_of(*winner, origin)};
}

std::optional<TunedSizes> broadcast(std::optional<TunedSizes> const& own, std::vector<script::FreeSize> const& free,
                                    jit::ProcessGroup& processes) {
  std::string text = own ? genome_of(free, own->sizes).letters() + "\n" + own->reason : "";
  processes.broadcast(text, 0);
  if (text.empty()) return {};
  auto const end = text.find('\n');
  auto const sizes = sizes_of(free, tuning::Genome::from_letters(text.substr(0, end)));
  if (!sizes) return {};
  return TunedSizes{*sizes, text.substr(end + 1)};
}

} // namespace chemora::runtime
