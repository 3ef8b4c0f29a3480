#include "live_run.hpp"

namespace httpd {
namespace {

// Each file is one string literal of C++.
constexpr char const* markup =
#include "page/page.html"
    ;
constexpr char const* style =
#include "page/page.css"
    ;
constexpr char const* script =
#include "page/page.js"
    ;
constexpr char const* plots =
#include "page/plots.js"
    ;

} // namespace

std::string page_text() {
  std::string page = markup;
  auto const insert = [&](std::string const& mark, std::string const& text) {
    page.replace(page.find(mark), mark.size(), text);
  };
  insert("/*STYLE*/", style);
  insert("/*SCRIPT*/", std::string(plots) + script);
  return page;
}

} // namespace httpd
