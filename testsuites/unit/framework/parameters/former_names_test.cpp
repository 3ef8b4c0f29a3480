#include "framework/parameters/par_evaluation.hpp"
#include "framework/parameters/par_file.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// The outcome of a parameter file. The thorn `New` has the former names `Old` and `OldFast`; the name `OldFast`
/// implies `New::n = 2`.
struct Outcome {
  explicit Outcome(std::string const& text) {
    base::SourceText const source{"run.par", text};
    base::Diagnostics problems(&source);
    parameters::ParameterTable table;
    table.build(thorns.catalogue);
    auto file = parameters::parse_parameter_file(source, problems);
    auto requested = parameters::requested_thorns(file, problems);
    parameters::replace_former_names(file, requested, thorns.catalogue, problems);
    parameters::ParEvaluation(table, source.name, problems).apply(file, parameters::ParameterLevel::normal);
    for (auto const& thorn : requested) active.push_back(thorn.name);
    for (auto const& finding : problems.all()) messages.push_back(base::to_text(finding));
    for (char const* name : {"n", "m"}) values.push_back(table.find("New", name)->text());
    has_errors = problems.has_errors();
  }

  static constexpr bind::FormerName names[] = {{"Old", "", ""}, {"OldFast", "n", "2"}, {"Other", "n", "5"}};
  tests::TestThorns thorns{
      {{"New", "IMPLEMENTS: new\n", "private:\nINT n \"\"\n{\n : :: \"\"\n} 1\nINT m \"\"\n{\n : :: \"\"\n} 1\n"},
       {"Other", "IMPLEMENTS: other\n"}},
      {"New"},
      {{"New", names}}};
  std::vector<std::string> values, active, messages;
  bool has_errors = false;
};

} // namespace

TEST(FormerNames, AreReplacedAndReported) {
  Outcome const result("ActiveThorns = \"oldfast Other\"\nOld::m = 2 * OldFast::n\n");
  EXPECT_THAT(result.active, ElementsAre("New", "Other"))
      << "the thorn Other is compiled, so that its name is not replaced";
  EXPECT_FALSE(result.has_errors);
  EXPECT_THAT(
      result.messages,
      testing::UnorderedElementsAre(
          HasSubstr("run.par:2:1: warning: Old::m has been renamed. Write New::m."),
          HasSubstr("run.par:1:17: warning: The thorn oldfast has been renamed. Write New in ActiveThorns, and set "
                    "New::n = \"2\".")));
  EXPECT_THAT(result.values, ElementsAre("2", "4"));
}

TEST(FormerNames, ActivateAThornOnce) {
  Outcome const result("ActiveThorns = \"New Old\"\n");
  EXPECT_THAT(result.active, ElementsAre("New"));
  EXPECT_THAT(result.values, ElementsAre("1", "1"));
  EXPECT_THAT(result.messages, ElementsAre(HasSubstr("Write New in ActiveThorns.")));
}

TEST(FormerNames, LeavePresentNamesAlone) {
  EXPECT_THAT(Outcome("ActiveThorns = \"New\"\nNew::n = 3\n").messages, IsEmpty());
}
