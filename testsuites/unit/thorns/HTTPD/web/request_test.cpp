/// Tests the checks of requests: sender, token, addresses and forms.
#include "request.hpp"

namespace httpd {
namespace {

Request from(std::string const& host) { return {.method = "GET", .target = "/", .hosts = {host}}; }

TEST(Sender, MayUseTheNamesOfTheServerWithAnyPort) {
  auto const hosts = accepted_hosts("127.0.0.1", "node7", {"Cluster.example"});
  for (char const* const host :
       {"localhost", "LOCALHOST:8080", "127.0.0.1:5555", "[::1]:80", "[::1]", "cluster.example:1"})
    EXPECT_EQ(sender_error(from(host), hosts), "") << host;
}

TEST(Sender, MayNotUseANameThatResolvesToTheServer) {
  auto const hosts = accepted_hosts("127.0.0.1", "node7", {});
  for (char const* const host :
       {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[::2]", ":5555"})
    EXPECT_NE(sender_error(from(host), hosts), "") << host;
  EXPECT_NE(sender_error({.method = "GET", .target = "/"}, hosts), "");
  EXPECT_NE(sender_error({.method = "GET", .target = "/", .hosts = {"localhost", "localhost"}}, hosts), "");
}

TEST(Sender, MayNotBeAPageOfAnotherSite) {
  auto const hosts = accepted_hosts("127.0.0.1", "node7", {});
  auto request = from("localhost:5555");
  request.origin = "http://localhost:5555";
  EXPECT_EQ(sender_error(request, hosts), "");
  for (char const* const origin : {"http://localhost:80", "http://evil.example", "null", "", "file://"}) {
    request.origin = origin;
    EXPECT_NE(sender_error(request, hosts), "") << origin;
  }
  request.origin.reset();
  request.site = "same-origin";
  EXPECT_EQ(sender_error(request, hosts), "");
  request.site = "cross-site";
  EXPECT_NE(sender_error(request, hosts), "");
}

TEST(AcceptedHosts, ContainTheAddressOrTheHostNameForAWildcard) {
  EXPECT_EQ(accepted_hosts("10.0.0.1", "node7", {}).back(), "10.0.0.1");
  EXPECT_EQ(accepted_hosts("FE80::1", "node7", {}).back(), "[fe80::1]");
  for (char const* const wildcard : {"0.0.0.0", "::", "0::0"})
    EXPECT_EQ(accepted_hosts(wildcard, "Node7", {}).back(), "node7") << wildcard;
  for (char const* const address : {"127.0.0.1", "10.0.0.1", "::1"})
    EXPECT_NE(sender_error(from("node7:5555"), accepted_hosts(address, "node7", {})), "") << address;
}

TEST(LocalHost, IsAnAddressThatTheServerAccepts) {
  EXPECT_EQ(local_host("0.0.0.0"), "127.0.0.1");
  EXPECT_EQ(local_host("::"), "[::1]");
  EXPECT_EQ(local_host("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(local_host("FE80::1"), "[fe80::1]");
  for (char const* const address : {"127.0.0.1", "0.0.0.0", "::", "::1", "10.0.0.1", "FE80::1"})
    EXPECT_EQ(sender_error(from(local_host(address) + ":5555"), accepted_hosts(address, "node7", {})), "") << address;
}

TEST(Token, IsRandomAndMustBeEqual) {
  auto const token = random_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, random_token());
  EXPECT_TRUE(is_token(token, token));
  EXPECT_FALSE(is_token("", token));
  EXPECT_FALSE(is_token("", ""));
  EXPECT_FALSE(is_token(token.substr(1), token));
  EXPECT_FALSE(is_token(token + token, token)); // equal to the token where it is repeated
  auto changed = token;
  changed.back() = changed.back() == 'a' ? 'b' : 'a';
  EXPECT_FALSE(is_token(changed, token));
  EXPECT_TRUE(is_authorized({.authorization = "Bearer " + token}, token));
  EXPECT_FALSE(is_authorized({.authorization = token}, token));
}

TEST(Target, IsDecoded) {
  auto const target = parse_target("/api/slice?variable=wave%3A%3Au&axes=xy&at=");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/slice");
  EXPECT_EQ(target->query, (Fields{{"variable", "wave::u"}, {"axes", "xy"}, {"at", ""}}));
  EXPECT_EQ(parse_target("/a+b%20c")->path, "/a+b c");
}

TEST(Target, MustBeWellFormed) {
  for (char const* const target :
       {"", "api", "http://host/", "*", "/%", "/%4", "/%zz", "/a%00b", "/?a=1&a=2", "/?a=%", "/?%00=1"})
    EXPECT_FALSE(parse_target(target)) << target;
}

TEST(Form, IsDecoded) {
  EXPECT_EQ(parse_form("value=a+b%2Bc%0A&thorn=T&empty"),
            (Fields{{"value", "a b+c\n"}, {"thorn", "T"}, {"empty", ""}}));
  EXPECT_EQ(parse_form(""), Fields{});
  EXPECT_FALSE(parse_form("a=%g0"));
}

} // namespace
} // namespace httpd
