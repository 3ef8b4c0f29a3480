// Compares the decision about requests with an enumeration of all pairs of dependent instances of small loop nests.
#include "testsuites/unit/codegen/transform/loop_support.hpp"

#include <functional>

namespace chemora::transform::tests {
namespace {

using Point = std::map<std::string, long>; ///< values of loops

struct Instance {
  int statement = 0;
  Point point{};
};

using Key = std::vector<long>;

/// Returns the position of an instance in an order of execution.
using Order = std::function<Key(Instance const&)>;

/// A nest of the loops `i` and `j` with one or two statements, each in the order `i, j, number`.
class Nest {
public:
  explicit Nest(unsigned seed) : random_(seed) {
    text_ = "kernel nest {\n  loop i: 0 <= i <= 3\n  loop j: 0 <= j <= 2\n  array u real64 [16, 16] argument\n"
            "  array v real64 [16, 16] argument\n";
    int const n_statements = 1 + number(2);
    for (int n = 0; n < n_statements; ++n) {
      std::string const target = element();
      text_ += fmt::format("  s{}: [i, j] {} = {} * 0.5 + {} order i, j, {}\n", n, target, element(), element(), n);
    }
    text_ += "}\n";
    kernel_ = loops::parse_loop_kernel(text_);
    find_dependences(n_statements);
  }

  loops::LoopKernel const& kernel() const { return kernel_; }
  std::string const& text() const { return text_; }
  std::size_t n_statements() const { return kernel_.instructions.size(); }

  /// Whether all pairs of dependent instances satisfy the condition. The first one is executed before the second.
  bool all_of(std::function<bool(Instance const&, Instance const&)> const& condition) const {
    return std::all_of(dependences_.begin(), dependences_.end(),
                       [&](auto const& pair) { return condition(pair.first, pair.second); });
  }
  bool respects(Order const& order) const {
    return all_of([&](Instance const& first, Instance const& second) { return order(first) < order(second); });
  }

private:
  int number(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  std::string subscript() {
    std::array<char const*, 6> const forms = {"i", "j", "i", "j", "i + j", "6 - i"};
    std::string text = forms[static_cast<std::size_t>(number(forms.size()))];
    int const shift = number(4);
    return number(8) == 0 ? std::to_string(4 + shift) : fmt::format("{} + {}", text, 4 + std::min(shift, 2));
  }

  std::string element() { return fmt::format("{}[{}, {}]", number(3) == 0 ? "v" : "u", subscript(), subscript()); }

  std::vector<std::pair<std::string, std::vector<long>>> places(Instance const& instance, bool writes) const {
    std::vector<std::pair<std::string, std::vector<long>>> result;
    for (loops::ArrayAccess const& access :
         loops::accesses_of(kernel_, kernel_.instructions[static_cast<std::size_t>(instance.statement)])) {
      if (access.is_write != writes) continue;
      std::vector<long> subscripts;
      for (ir::ExpressionPtr const& subscript : access.element->operands)
        subscripts.push_back(ir::as_linear(subscript)->value(instance.point));
      result.emplace_back(access.element->name, subscripts);
    }
    return result;
  }

  bool conflict(Instance const& first, Instance const& second) const {
    for (bool const writes : {true, false})
      for (auto const& left : places(first, true))
        for (auto const& right : places(second, writes))
          if (left == right) return true;
    for (auto const& left : places(first, false))
      for (auto const& right : places(second, true))
        if (left == right) return true;
    return false;
  }

  void find_dependences(int n_statements) {
    std::vector<Instance> instances;
    for (long i = 0; i <= 3; ++i)
      for (long j = 0; j <= 2; ++j)
        for (int n = 0; n < n_statements; ++n) instances.push_back({n, {{"i", i}, {"j", j}}});
    for (std::size_t first = 0; first < instances.size(); ++first)
      for (std::size_t second = first + 1; second < instances.size(); ++second)
        if (conflict(instances[first], instances[second]))
          dependences_.emplace_back(instances[first], instances[second]);
  }

  std::mt19937 random_;
  std::string text_;
  loops::LoopKernel kernel_;
  std::vector<std::pair<Instance, Instance>> dependences_;
};

/// A request, and whether it is legal by enumeration.
struct Request {
  std::string call{};
  std::function<bool(Nest const&)> is_legal{};
};

long at(Instance const& instance, std::string const& loop) { return instance.point.at(loop); }

bool independent(Nest const& nest, std::string const& loop, std::vector<std::string> const& outer) {
  return nest.all_of([&](Instance const& first, Instance const& second) {
    for (std::string const& name : outer)
      if (at(first, name) != at(second, name)) return true;
    return at(first, loop) == at(second, loop);
  });
}

/// Whether the order is legal with one of the two orders of the statements.
bool respects_with_any_statement_order(Nest const& nest,
                                       std::function<Key(Instance const&, long statement)> const& key) {
  return nest.respects([&](Instance const& instance) { return key(instance, instance.statement); }) ||
         nest.respects([&](Instance const& instance) { return key(instance, -instance.statement); });
}

std::vector<Request> requests() {
  std::vector<Request> result;
  for (std::string const loop : {"i", "j"}) {
    std::string const other = loop == "i" ? "j" : "i";
    std::vector<std::string> const outer = loop == "i" ? std::vector<std::string>{} : std::vector<std::string>{"i"};
    result.push_back(
        {"tag_inames(f, \"" + loop + ":g.0\")", [=](Nest const& nest) { return independent(nest, loop, {}); }});
    for (std::string const tag : {"vec", "ilp"})
      result.push_back({"tag_inames(f, \"" + loop + ":" + tag + "\")",
                        [=](Nest const& nest) { return independent(nest, loop, outer); }});
    result.push_back(
        {"tag_inames(f, \"" + loop + ":l.0\")", [=](Nest const& nest) {
           return nest.respects([&](Instance const& instance) { return Key{at(instance, other), instance.statement}; });
         }});
    result.push_back({"split_iname(f, \"" + loop + "\", 2)", [](Nest const&) { return true; }});
    result.push_back({"split_iname(f, \"" + loop + "\", 2, inner_tag=\"g.0\")", [=](Nest const& nest) {
                        return nest.all_of([&](Instance const& first, Instance const& second) {
                          return at(first, loop) % 2 == at(second, loop) % 2;
                        });
                      }});
  }
  result.push_back({"interchange(f, \"i\", \"j\")", [](Nest const& nest) {
                      return nest.respects([](Instance const& instance) {
                        return Key{at(instance, "j"), at(instance, "i"), instance.statement};
                      });
                    }});
  result.push_back({"set_loop_priority(f, \"j, i\")", [](Nest const& nest) {
                      return respects_with_any_statement_order(nest, [](Instance const& instance, long statement) {
                        return Key{at(instance, "j"), at(instance, "i"), statement};
                      });
                    }});
  result.push_back({"tile(f, \"i, j\", 2)", [](Nest const& nest) {
                      return nest.respects([](Instance const& instance) {
                        return Key{at(instance, "i") / 2, at(instance, "j") / 2, at(instance, "i") % 2,
                                   at(instance, "j") % 2, instance.statement};
                      });
                    }});
  result.push_back({"join_inames(f, \"j, i\")", [](Nest const& nest) {
                      return nest.respects([](Instance const& instance) {
                        return Key{at(instance, "j"), at(instance, "i"), instance.statement};
                      });
                    }});
  result.push_back({"duplicate_inames(f, \"i, j\", within=\"id:s0\")", [](Nest const& nest) {
                      return nest.n_statements() == 1 ||
                             respects_with_any_statement_order(nest, [](Instance const& instance, long statement) {
                               return Key{statement, at(instance, "i"), at(instance, "j")};
                             });
                    }});
  result.push_back({"duplicate_inames(f, \"j\", within=\"id:s0\")", [](Nest const& nest) {
                      return nest.n_statements() == 1 ||
                             respects_with_any_statement_order(nest, [](Instance const& instance, long statement) {
                               return Key{at(instance, "i"), statement, at(instance, "j")};
                             });
                    }});
  return result;
}

TEST(Legality, AgreesWithTheEnumerationOfAllInstances) {
  int n_legal = 0, n_illegal = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Nest const nest(seed);
    for (Request const& request : requests()) {
      bool const is_legal = request.is_legal(nest);
      std::optional<std::string> const error = error_of(nest.kernel(), request.call);
      ++(is_legal ? n_legal : n_illegal);
      EXPECT_EQ(!error, is_legal) << request.call << "\n" << nest.text() << error.value_or("");
      if (error) {
        EXPECT_THAT(*error, testing::HasSubstr("`s")) << request.call;
        continue;
      }
      EXPECT_EQ(result_of(applied(nest.kernel(), request.call), {}), result_of(nest.kernel(), {})) << nest.text();
    }
  }
  RecordProperty("legal", n_legal);
  RecordProperty("illegal", n_illegal);
  EXPECT_GT(n_legal, 700);
  EXPECT_GT(n_illegal, 700);
}

TEST(Join, NamesTheLoopWithAnotherPosition) {
  EXPECT_THAT(error_of(loops::parse_loop_kernel("kernel k {\n"
                                                "  loop a: 0 <= a <= 1\n"
                                                "  loop b: 0 <= b <= 1\n"
                                                "  loop c: 0 <= c <= 1\n"
                                                "  array x real64 [2, 2] argument\n"
                                                "  array y real64 [2, 2, 2] argument\n"
                                                "  one: [a, b] x[a, b] = 1.0 order 0, a, b\n"
                                                "  two: [c, a, b] y[a, b, c] = 1.0 order 1, c, 0, a, b\n}\n"),
                       "join_inames(f, \"a, b\")")
                  .value_or("no error"),
              testing::HasSubstr("The loop `a` has another position in the nest of `two`"));
}

} // namespace
} // namespace chemora::transform::tests
