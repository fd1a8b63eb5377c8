// A C++ program that hands its own memory to a program of the language. Built by the tests; see README.md, "the
// library".
#include <cstdio>
#include <vector>

#include "qc/qc.h"

namespace {

constexpr const char* kProgram = R"(
function s = total(im : mat)
  s = 0.0
  #pragma force_parallel
  for m = 0..size(im,0)-1
    for n = 0..size(im,1)-1
      s += im[m,n]
    end
  end
end

function [] = scale(im : mat, by : scalar)
  for m = 0..size(im,0)-1
    for n = 0..size(im,1)-1
      im[m,n] = by * im[m,n]
    end
  end
end

function y = beyond(im : mat)
  y = im[size(im,0), 0]
end
)";

int fail(const qc::Error& error) {
  std::fputs(error.to_string().c_str(), stderr);
  return error.exit_code;
}

}  // namespace

int main() {
  qc::Engine engine;
  if (auto loaded = engine.load(kProgram, "program.q"); !loaded) return fail(loaded.error());

  const std::int64_t height = 48, width = 64;
  std::vector<float> image(std::size_t(height * width), 0.5f);
  const qc::Value view = qc::view(image.data(), {height, width});  // no copy: the program works on `image` itself

  const auto before = engine.call("total", {view});
  if (!before) return fail(before.error());
  std::printf("total %g\n", before.value().number());

  if (auto scaled = engine.call("scale", {view, 3}); !scaled) return fail(scaled.error());
  std::printf("image[0] %g\n", image[0]);
  const auto after = engine.call("total", {view});
  if (!after) return fail(after.error());
  std::printf("total %g\n", after.value().number());

  // An error of the program is a value; the engine goes on.
  if (const auto wrong = engine.call("beyond", {view}); !wrong)
    std::printf("error %s in line %u: %s\n", wrong.error().messages[0].code.c_str(), wrong.error().messages[0].line,
                wrong.error().messages[0].text.c_str());
  return 0;
}
