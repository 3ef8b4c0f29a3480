// Fuzz targets for Fortran subroutines, scripts that transform loop kernels, patterns, and expressions of analyses.
#include "codegen/fortran/fortran.hpp"
#include "codegen/patterns/expressions.hpp"
#include "codegen/patterns/pattern.hpp"
#include "codegen/script/script.hpp"
#include "testsuites/fuzz/targets/target.hpp"

namespace chemora::fuzz {

namespace {

base::SourceText const kernels_of_scripts{"kernels.f90", R"(
subroutine axpy(n, a, x, y)
  integer n, i
  real*8 x(n), y(n), a, s
  do i = 1, n
    !$loopy begin tagged: load
    s = a*x(i)
    !$loopy end tagged: load
    y(i) = y(i) + s
  end do
end subroutine
subroutine scale(n, x)
  integer n, i
  real*8 x(n)
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine
)"};

} // namespace

bool fortran_source(std::string const& text) {
  return accepted([&] {
    base::SourceText const source{"fuzz.f90", text};
    fortran::script_of(source);
    for (loops::LoopKernel const& kernel : fortran::parse(source)) {
      std::string const printed = to_text(kernel);
      require(to_text(loops::parse_loop_kernel(printed)) == printed, "a printed loop kernel means something else");
    }
  });
}

bool patterns_file(std::string const& text) {
  return accepted([&] {
    std::string const printed = to_text(patterns::read_program({"fuzz.pat", text}));
    require(to_text(patterns::read_program({"printed.pat", printed})) == printed,
            "a printed program means something else");
  });
}

bool expressions_text(std::string const& text) {
  std::map<std::string, std::string> const fields{{"rho", "Fluids::rho"}, {"phi", "Wave::phi"}};
  return accepted([&] {
    std::string const printed = to_text(patterns::read_expressions({"fuzz", text}, fields));
    require(to_text(patterns::read_program({"printed.pat", printed})) == printed,
            "the program of printed expressions means something else");
  });
}

bool script_text(std::string const& text) {
  return accepted([&] {
    script::ScriptText script{.source = {"fuzz.script", text}};
    int number = 0;
    for (std::string const& line : script.source.lines()) {
      script.lines.push_back(line);
      script.positions.push_back({"fuzz.script", ++number, 1});
    }
    script::Environment const environment{.parse_fortran = [](std::vector<std::string> const& definitions) {
      return fortran::parse(kernels_of_scripts, {.definitions = definitions});
    }};
    require(!script::run(script, environment).empty(), "a script without kernels is accepted");
  });
}

} // namespace chemora::fuzz
