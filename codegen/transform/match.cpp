#include "codegen/transform/match.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace chemora::transform {

/// A term with a pattern, or a logical operation.
struct Match::Node {
  enum class Kind { term, logical_and, logical_or, logical_not };

  Kind kind = Kind::term;
  std::string field{};
  std::string pattern{};
  std::shared_ptr<Node const> left{}, right{};

  bool matches(loops::LoopKernel const& kernel, loops::Instruction const& instruction) const {
    switch (kind) {
    case Kind::term:
      return term_matches(kernel, instruction);
    case Kind::logical_and:
      return left->matches(kernel, instruction) && right->matches(kernel, instruction);
    case Kind::logical_or:
      return left->matches(kernel, instruction) || right->matches(kernel, instruction);
    case Kind::logical_not:
      return !left->matches(kernel, instruction);
    }
    return false;
  }

  bool term_matches(loops::LoopKernel const& kernel, loops::Instruction const& instruction) const {
    auto const is_match = [&](std::string const& text) { return matches_glob(pattern, text); };
    if (field == "id") return is_match(instruction.id);
    if (field == "tag") return std::any_of(instruction.tags.begin(), instruction.tags.end(), is_match);
    if (field == "writes") return instruction.target && is_match(instruction.target->name);
    if (field == "iname") return std::any_of(instruction.within.begin(), instruction.within.end(), is_match);
    if (field == "in_kernel") return is_match(kernel.name);
    std::vector<loops::ArrayAccess> const accesses = loops::accesses_of(kernel, instruction);
    return std::any_of(accesses.begin(), accesses.end(), [&](loops::ArrayAccess const& access) {
      return !access.is_write && is_match(access.element->name);
    });
  }
};

namespace {

std::vector<std::string> const fields = {"id", "tag", "writes", "reads", "iname", "in_kernel"};

} // namespace

bool matches_glob(std::string const& pattern, std::string const& text) {
  // A mismatch after a `*` makes the `*` absorb one more character.
  std::size_t p = 0, t = 0, star = std::string::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string::npos;
}

/// Parses `or` of `and` of `not` of terms and parentheses.
class Match::Parser {
public:
  Parser(std::string const& text, base::SourcePosition const& where) : text_(text), where_(where) {}

  std::shared_ptr<Node const> parse() {
    next();
    auto node = disjunction();
    if (!token_.empty()) fail(fmt::format("`{}` is not expected after a complete expression", token_));
    return node;
  }

private:
  std::shared_ptr<Node const> disjunction() {
    auto node = conjunction();
    while (token_ == "or") {
      next();
      node = std::make_shared<Node>(Node{.kind = Node::Kind::logical_or, .left = node, .right = conjunction()});
    }
    return node;
  }

  std::shared_ptr<Node const> conjunction() {
    auto node = factor();
    while (token_ == "and") {
      next();
      node = std::make_shared<Node>(Node{.kind = Node::Kind::logical_and, .left = node, .right = factor()});
    }
    return node;
  }

  std::shared_ptr<Node const> factor() {
    if (++depth_ > max_depth) fail(fmt::format("it has more than {} nested parentheses", max_depth));
    auto node = factor_within_depth();
    --depth_;
    return node;
  }

  std::shared_ptr<Node const> factor_within_depth() {
    if (token_ == "not") {
      next();
      return std::make_shared<Node>(Node{.kind = Node::Kind::logical_not, .left = factor()});
    }
    if (token_ != "(") return term();
    next();
    auto node = disjunction();
    if (token_ != ")") fail("`)` is missing");
    next();
    return node;
  }

  std::shared_ptr<Node const> term() {
    std::size_t const colon = token_.find(':');
    if (token_.empty()) fail("a term is missing at its end");
    if (colon == std::string::npos) fail(fmt::format("`{}` is not a term", token_));
    std::string const field = token_.substr(0, colon);
    if (!base::contains(fields, field))
      fail(fmt::format("`{}` is not a property of instructions.{}", field, base::did_you_mean(field, fields)));
    if (colon + 1 == token_.size()) fail(fmt::format("the pattern after `{}` is missing", token_));
    auto node = std::make_shared<Node>(Node{.field = field, .pattern = token_.substr(colon + 1)});
    next();
    return node;
  }

  void next() {
    auto const is_space = [&](std::size_t n) { return std::isspace(static_cast<unsigned char>(text_[n])) != 0; };
    while (offset_ < text_.size() && is_space(offset_)) ++offset_;
    std::size_t const begin = offset_;
    while (offset_ < text_.size() && !is_space(offset_) && text_[offset_] != '(' && text_[offset_] != ')') ++offset_;
    if (offset_ == begin && offset_ < text_.size()) ++offset_; // a parenthesis
    token_ = text_.substr(begin, offset_ - begin);
  }

  [[noreturn]] void fail(std::string const& reason) const {
    throw base::UserError(where_,
                          fmt::format("The match expression `{}` is wrong: {}{} Expected are terms such as "
                                      "`writes:q*`, with {}, and `and`, `or`, `not`, parentheses.",
                                      text_, reason, reason.ends_with('?') ? "" : ".", base::list_in_words(fields)));
  }

  static constexpr int max_depth = 100;

  std::string const& text_;
  base::SourcePosition const& where_;
  std::size_t offset_ = 0;
  std::string token_{};
  int depth_ = 0;
};

Match::Match(std::string const& text, base::SourcePosition const& where) {
  if (!base::trimmed(text).empty()) root_ = Parser(text, where).parse();
}

bool Match::operator()(loops::LoopKernel const& kernel, loops::Instruction const& instruction) const {
  return !root_ || root_->matches(kernel, instruction);
}

std::vector<std::string> find_instructions(loops::LoopKernel const& kernel, Match const& match) {
  std::vector<std::string> ids;
  for (loops::Instruction const& instruction : kernel.instructions)
    if (match(kernel, instruction)) ids.push_back(instruction.id);
  return ids;
}

std::vector<std::string> find_rules(loops::LoopKernel const& kernel, std::string const& pattern) {
  std::vector<std::string> names;
  for (loops::Rule const& rule : kernel.rules)
    if (matches_glob(pattern, rule.name)) names.push_back(rule.name);
  return names;
}

} // namespace chemora::transform
