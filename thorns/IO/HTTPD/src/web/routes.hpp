/// Answers requests from the board: the page, the interface for programs (/api/...), and downloads (/files/...).
#pragma once

#include "board.hpp"
#include "files.hpp"
#include "request.hpp"

#include <string>
#include <vector>

namespace httpd {

/// What clients may do.
struct Rights {
  std::string token;
  std::vector<std::string> hosts; ///< see accepted_hosts()
  bool is_read_only = true;       ///< during the whole run
};

/// The contents that do not change during the run.
struct Content {
  std::string page;    ///< HTML in which NONCE stands for the number of the content security policy; empty: no page
  OutputFolder folder; ///< the files to download
};

/// Only the page itself needs no token: it contains nothing about the run. All other requests need the header
/// `Authorization: Bearer TOKEN`, or, for a download by a form of the page, the field `token`. Changes are POST
/// requests with the form's fields in the body.
class Routes {
public:
  Routes(Rights rights, Content content, Board& board)
      : rights_(std::move(rights)), content_(std::move(content)), board_(board) {}

  Response answer(Request const& request);

private:
  Response page() const;
  Response download(Request const& request, std::string const& name) const;
  Response read(Target const& target);
  Response change(std::string const& action, Fields const& fields);
  Response slice(Fields const& query);
  Response series(Fields const& query) const;
  Response messages() const;
  Response files() const;
  Response report() const;

  Rights rights_;
  Content content_;
  Board& board_;
};

} // namespace httpd
