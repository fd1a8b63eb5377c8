#include "io/axis.h"

#include <doctest/doctest.h>

#include <set>

#include "io/text_width.h"

using namespace qc::io;

namespace {

Ticks between(double low, double high, int most = 8) { return ticks_of(Axis{low, high}, most); }
Ticks powers(double low, double high, int most = 8) {
  return ticks_of(Axis{std::log10(low), std::log10(high), 0, 1, true}, most);
}

std::vector<std::string> texts(const Ticks& t) {
  std::vector<std::string> out;
  for (const TickText& text : t.texts) out.push_back(text.power.empty() ? text.text : text.text + "^" + text.power);
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("texts of ticks have as many decimals as their step") {
  CHECK(texts(between(0, 10, 5)) == Texts{"0", "2", "4", "6", "8", "10"});
  CHECK(texts(between(-1, 1, 4)) == Texts{"\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"});
  CHECK(texts(between(0.1, 0.3, 4)) == Texts{"0.10", "0.15", "0.20", "0.25", "0.30"});
  CHECK(between(0, 10).offset == "");
  CHECK(between(9.99e5, 1.01e6, 4).offset == "\u00d71e6");
}

TEST_CASE("large numbers close by each other are shown by what they differ in") {
  const Ticks t = between(1000000.1, 1000000.2, 5);
  CHECK(t.offset == "+1e6");
  CHECK(texts(t) == Texts{"0.10", "0.12", "0.14", "0.16", "0.18", "0.20"});
  CHECK(between(-12345678.5, -12345678.1).offset == "\u22121.2345678e7");
  // 4 digits that all share are worth it, 3 are not.
  CHECK(between(12340.1, 12340.9).offset == "+12340");
  CHECK(between(123.1, 123.9).offset == "");
}

TEST_CASE("very large and very small numbers lose their power of ten") {
  CHECK(between(0, 5e7, 5).offset == "\u00d71e7");
  CHECK(texts(between(0, 5e7, 5)) == Texts{"0", "1", "2", "3", "4", "5"});
  CHECK(between(0, 5e-7, 5).offset == "\u00d71e-7");
  CHECK(between(0, 5e5, 5).offset == "");
  CHECK(between(0, 5e-4, 5).offset == "");
}

TEST_CASE("neighbouring ticks differ, in place and in text") {
  const std::pair<double, double> ranges[] = {{1e6 + 0.1, 1e6 + 0.2}, {1e15, 1e15 + 1},     {1e16, 1e16 + 8},
                                              {-3e-300, 2e-300},      {1, 1 + 1e-12},       {0, 1e300},
                                              {0.999, 1.001},         {-1e6 - 0.2, -1e6},   {3, 3.7},
                                              {123456, 123457},       {1e-9, 1e-9 + 1e-15}, {99999.5, 100000.5}};
  for (const auto& [low, high] : ranges)
    for (const int most : {2, 5, 10}) {
      const Ticks t = between(low, high, most);
      REQUIRE(t.texts.size() == t.at.size());
      CHECK(t.at.size() <= std::size_t(most + 1));
      for (std::size_t k = 1; k < t.at.size(); ++k) CHECK(t.at[k] > t.at[k - 1]);
      const auto all = texts(t);
      CHECK_MESSAGE(std::set<std::string>(all.begin(), all.end()).size() == all.size(), low << " .. " << high);
    }
}

TEST_CASE("a logarithmic axis has ticks at powers of ten") {
  CHECK(texts(powers(1, 1000)) == Texts{"10^0", "10^1", "10^2", "10^3"});
  CHECK(powers(1, 1000).minor.size() == 24);
  CHECK(texts(powers(0.02, 30)) == Texts{"10^\u22121", "10^0", "10^1"});
  CHECK(texts(powers(1e-20, 1e20, 5)) == Texts{"10^\u221214", "10^\u22127", "10^0", "10^7", "10^14"});
  CHECK(texts(powers(2, 60)) == Texts{"2", "5", "10", "20", "50"});
  CHECK(texts(powers(2.1, 2.4, 4)) == Texts{"2.1", "2.2", "2.3", "2.4"});
  CHECK(texts(powers(2e-7, 6e-6)) ==
        Texts{"2\u00d710^\u22127", "5\u00d710^\u22127", "10^\u22126", "2\u00d710^\u22126", "5\u00d710^\u22126"});
}

TEST_CASE("widths of texts: by letters, not bytes") {
  CHECK(text_width("", 10) == 0);
  CHECK(text_width("il", 10) < text_width("MW", 10));
  CHECK(text_width("\u00e4\u00f6", 10) == doctest::Approx(14));
  CHECK(text_width("ab", 20) == doctest::Approx(2 * text_width("ab", 10)));
}
