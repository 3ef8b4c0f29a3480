/// Tests which requests the page answers, and how.
#include "plan.hpp"
#include "routes.hpp"

#include <filesystem>
#include <fstream>

namespace httpd {
namespace {

namespace fs = std::filesystem;

struct RoutesTest : testing::Test {
  RoutesTest() {
    fs::remove_all(folder);
    fs::create_directories(folder / "out/sub");
    for (char const* const name : {"secret", "out/a.txt", "out/.hidden", "out/sub/b", "out/kernel_report.txt"})
      std::ofstream(folder / name) << name;
    fs::create_symlink("../secret", folder / "out/link");
    fs::create_symlink("..", folder / "out/up");
  }
  ~RoutesTest() override { fs::remove_all(folder); }

  Routes routes(bool is_read_only) {
    return {{.token = "token", .hosts = {"localhost"}, .is_read_only = is_read_only},
            {.page = "<p nonce=NONCE>", .folder = OutputFolder((folder / "out").string())},
            board};
  }
  Response get(std::string const& target, bool is_read_only = true) {
    return routes(is_read_only)
        .answer({.method = "GET", .target = target, .hosts = {"localhost"}, .authorization = "Bearer token"});
  }
  Response post(std::string const& target, std::string const& body, bool is_read_only = false) {
    return routes(is_read_only)
        .answer({.method = "POST",
                 .target = target,
                 .hosts = {"localhost"},
                 .authorization = "Bearer token",
                 .body = body});
  }

  fs::path const folder = fs::temp_directory_path() / ("chemora-routes-" + random_token());
  Board board;
};

TEST_F(RoutesTest, ServeThePageWithoutATokenAndNothingElse) {
  auto all = routes(true);
  auto const page = all.answer({.method = "GET", .target = "/", .hosts = {"localhost"}});
  EXPECT_EQ(page.status, 200);
  auto const nonce = page.body.substr(9, 32);
  EXPECT_NE(page.headers.at(0).second.find("'nonce-" + nonce + "'"), std::string::npos) << page.body;
  for (char const* const target : {"/api/status", "/api/files", "/files/a.txt", "/api/report", "/nothing"})
    EXPECT_EQ(all.answer({.method = "GET", .target = target, .hosts = {"localhost"}}).status, 401) << target;
  EXPECT_EQ(all.answer({.method = "POST", .target = "/api/stop", .hosts = {"localhost"}}).status, 401);
  EXPECT_EQ(all.answer({.method = "GET", .target = "/", .hosts = {"evil.example"}}).status, 403);
}

TEST_F(RoutesTest, RejectOtherMethods) {
  for (char const* const method : {"HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "", "get"})
    EXPECT_EQ(routes(false).answer({.method = method, .target = "/", .hosts = {"localhost"}}).status, 405) << method;
}

TEST_F(RoutesTest, OpenOnlyRegularFilesOfTheFolder) {
  EXPECT_TRUE(get("/files/a.txt").file.is_open());
  EXPECT_TRUE(get("/files/sub/b").file.is_open());
  EXPECT_TRUE(get("/files/sub%2Fb").file.is_open());
  for (char const* const name :
       {"", "sub", "sub/", "/a.txt", "../secret", "sub/../a.txt", "sub/../../secret", "%2e%2e/secret", "..%2fsecret",
        "link", "up/secret", "up", ".hidden", "./a.txt", "missing", "a.txt/", "a.txt/b"})
    EXPECT_EQ(get(std::string("/files/") + name).status, 404) << name;
}

TEST_F(RoutesTest, AcceptTheTokenOfADownloadInAForm) {
  auto const download = [&](std::string const& body) {
    return routes(true)
        .answer({.method = "POST", .target = "/files/a.txt", .hosts = {"localhost"}, .body = body})
        .status;
  };
  EXPECT_EQ(download("token=token"), 200);
  EXPECT_EQ(download("token=wrong"), 401);
  EXPECT_EQ(download(""), 401);
}

TEST_F(RoutesTest, ListFilesWithoutLinksAndHiddenFiles) {
  auto const text = get("/api/files").body;
  for (char const* const name : {"\"a.txt\"", "\"sub/b\"", "\"kernel_report.txt\""})
    EXPECT_NE(text.find(name), std::string::npos) << text;
  for (char const* const name : {"link", "up", "hidden", "secret"})
    EXPECT_EQ(text.find(name), std::string::npos) << text;
}

TEST_F(RoutesTest, PassChangesToTheRun) {
  EXPECT_EQ(post("/api/set", "thorn=IO&parameter=out_every&value=4").body, "{\"id\":1}");
  EXPECT_EQ(post("/api/stop", "").body, "{\"id\":2}");
  auto const work = board.take_work();
  ASSERT_EQ(work.commands.size(), 2U);
  EXPECT_EQ(work.commands[0].kind, Command::Kind::set);
  EXPECT_EQ(work.commands[0].value, "4");
  EXPECT_EQ(work.commands[1].kind, Command::Kind::stop);
  EXPECT_TRUE(board.take_work().commands.empty());
}

TEST_F(RoutesTest, RejectChangesOfAReadOnlyRun) {
  EXPECT_EQ(post("/api/stop", "", true).status, 403);
  EXPECT_TRUE(board.take_work().commands.empty());
}

TEST_F(RoutesTest, RejectChangesWhileTheRunRejectsThem) {
  Snapshot snapshot{.status = "{}", .rejects_changes = true};
  board.publish(std::make_shared<Snapshot const>(snapshot));
  EXPECT_EQ(post("/api/stop", "").status, 403);
  EXPECT_TRUE(board.take_work().commands.empty());
  snapshot.rejects_changes = false;
  board.publish(std::make_shared<Snapshot const>(snapshot));
  EXPECT_EQ(post("/api/stop", "").status, 202);
}

TEST_F(RoutesTest, RejectMalformedChanges) {
  EXPECT_EQ(post("/api/explode", "").status, 404);
  EXPECT_EQ(post("/stop", "").status, 404);
  EXPECT_EQ(get("/api/stop", false).status, 404); // no change by GET
  for (std::string const body :
       {"", "thorn=IO&parameter=", "thorn=IO&parameter=out_every&value=a%1fb", "thorn=IO&parameter=out_every&value=%"})
    EXPECT_EQ(post("/api/set", body).status, 400) << body;
  EXPECT_EQ(post("/api/set", "thorn=a&parameter=b&value=" + std::string(5000, 'x')).status, 400);
  EXPECT_TRUE(board.take_work().commands.empty());
}

TEST_F(RoutesTest, KeepControlCharactersFromTheMessageBetweenProcesses) {
  int n_accepted = 0;
  for (std::string const action : {"pause", "resume", "step", "checkpoint", "stop", "set"})
    for (std::string const field : {"thorn", "parameter", "value"})
      for (std::string const text : {"%1Ecommand%1E", "%1e", "%1F", "%1f%1ecommand%1f99%1f1%1f%1f%1f%1f%1e"}) {
        std::string body = field + "=" + text;
        for (std::string const name : {"thorn", "parameter", "value"})
          if (name != field) body += "&" + name + "=a";
        bool const is_accepted = post("/api/" + action, body).status == 202;
        EXPECT_EQ(is_accepted, action != "set") << action << ' ' << body;
        n_accepted += is_accepted;
        auto const plan = to_plan(to_text({.commands = board.take_work().commands}));
        ASSERT_EQ(plan.commands.size(), is_accepted ? 1U : 0U) << action << ' ' << body;
        for (auto const& command : plan.commands) EXPECT_EQ(command.thorn + command.parameter + command.value, "");
      }
  EXPECT_EQ(n_accepted, 5 * 3 * 4);
}

TEST_F(RoutesTest, LimitTheNumberOfPendingChanges) {
  for (std::size_t i = 0; i < Board::max_commands; ++i) EXPECT_EQ(post("/api/pause", "").status, 202);
  EXPECT_EQ(post("/api/pause", "").status, 503);
}

TEST_F(RoutesTest, ReturnSlicesThatTheRunHasCollected) {
  auto const target = "/api/slice?variable=wave%3A%3Au&axes=xy&at=0.5";
  EXPECT_EQ(get(target).status, 202);
  auto const requests = board.take_work().slices;
  ASSERT_EQ(requests.size(), 1U);
  Snapshot snapshot{.status = "{}"};
  snapshot.slices[requests[0]] = std::make_shared<Slice const>(Slice{.iteration = 3,
                                                                     .time = 0.5,
                                                                     .extent = {2, 1},
                                                                     .lower = {0, 0},
                                                                     .delta = {1, 1},
                                                                     .at = {"z = 0"},
                                                                     .values = {1, -2}});
  board.publish(std::make_shared<Snapshot const>(snapshot));
  auto const response = get(target);
  EXPECT_EQ(response.body.size(), 8U);
  EXPECT_EQ(response.headers.at(0).second,
            R"({"variable":"wave::u","axes":"xy","iteration":3,"time":0.5,"extent":[2,1],"lower":[0,0],"delta":[1,1],)"
            R"("at":["z = 0"],"minimum":-2,"maximum":1})");
}

TEST_F(RoutesTest, RejectMalformedSlices) {
  for (char const* const query : {"", "variable=a", "variable=a&axes=xx", "variable=a&axes=xyz", "variable=a&axes=w",
                                  "variable=a&axes=x&at=2", "variable=a&axes=x&at=nan", "variable=a%1eb&axes=x"})
    EXPECT_EQ(get(std::string("/api/slice?") + query).status, 400) << query;
}

TEST_F(RoutesTest, CollectOnlyTheSlicesThatWereRequestedLast) {
  for (char const c : {'a', 'b', 'c', 'd', 'e'}) get(std::string("/api/slice?axes=x&variable=") + c);
  auto const slices = board.take_work().slices;
  ASSERT_EQ(slices.size(), Board::max_slices);
  EXPECT_EQ(slices.front().variable, "b");
}

TEST_F(RoutesTest, RequestAReportAndReturnTheLastOne) {
  EXPECT_EQ(get("/api/report").body, "out/kernel_report.txt");
  EXPECT_TRUE(board.take_work().is_report_requested);
}

} // namespace
} // namespace httpd
