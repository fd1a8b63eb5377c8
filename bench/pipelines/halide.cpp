// Writes Halide's published pipelines, with schedules by hand as its apps have them, as object files:
//   halide TARGET FOLDER
// TARGET is "host" or a target of Halide, "x86-64-linux-avx512_skylake". The objects of FOLDER make a shared library
// that needs no Halide. Images lie channel by channel, x runs fastest. The schedules are those of CPUs.
#include <Halide.h>

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace Halide;
using Halide::BoundaryConditions::repeat_edge;

namespace {

const Var x("x"), y("y"), c("c"), k("k"), z("z"), yo("yo"), yi("yi"), xi("xi"), strip("strip");

struct Writer {
  Target target;
  std::string folder;

  int floats() const { return target.natural_vector_size<float>(); }
  int words() const { return target.natural_vector_size<std::uint16_t>(); }
  void write(Func f, const std::vector<Argument>& arguments, const std::string& name) const {
    f.compile_to_object(folder + "/" + name + ".o", arguments, "halide_" + name,
                        target.with_feature(Target::NoRuntime));
  }
};

Func gray_of(Func rgb) {
  Func f("gray");
  f(x, y) = 0.299f * rgb(x, y, 0) + 0.587f * rgb(x, y, 1) + 0.114f * rgb(x, y, 2);
  return f;
}

// Means of three along rows, then along columns. Rows of means are kept while a strip of 32 rows slides over them.
void blur(const Writer& to) {
  ImageParam in(UInt(16), 2, "in");
  Func across("across"), out("out");
  across(x, y) = (in(x, y) + in(x + 1, y) + in(x + 2, y)) / 3;
  out(x, y) = (across(x, y) + across(x, y + 1) + across(x, y + 2)) / 3;
  out.split(y, y, yi, 32).parallel(y).vectorize(x, 16);
  across.store_at(out, y).compute_at(out, x).vectorize(x, 16);
  to.write(out, {in}, "blur");
}

// Seven Gaussian taps each way on the luminance, whose sharpened value scales the colours.
void unsharp(const Writer& to) {
  ImageParam in(Float(32), 3, "in");
  const float sigma = 1.5f;
  const auto tap = [&](int i) {
    return float(std::exp(-i * i / (2 * sigma * sigma)) / (std::sqrt(2 * 3.14159265f) * sigma));
  };
  Func gray = gray_of(repeat_edge(in));
  Func down("down"), across("across"), ratio("ratio"), out("out");
  const auto smoothed = [&](const Func& f, int i, int j) {
    Expr sum = tap(0) * f(x, y);
    for (int n = 1; n <= 3; ++n) sum += tap(n) * (f(x - n * i, y - n * j) + f(x + n * i, y + n * j));
    return sum;
  };
  down(x, y) = smoothed(gray, 0, 1);
  across(x, y) = smoothed(down, 1, 0);
  ratio(x, y) = (2 * gray(x, y) - across(x, y)) / gray(x, y);
  out(x, y, c) = ratio(x, y) * in(x, y, c);
  out.split(y, yo, yi, 32).vectorize(x, to.floats()).parallel(yo).reorder(x, c, yi, yo);
  for (Func f : {gray, down, ratio}) f.store_at(out, yo).compute_at(out, yi).vectorize(x, to.floats());
  to.write(out, {in}, "unsharp");
}

void harris(const Writer& to) {
  ImageParam in(Float(32), 3, "in");
  Func gray = gray_of(in);
  Func dx("dx"), dy("dy"), out("out");
  const auto difference = [&](int i, int j) {  // of the neighbours across a pixel, in one direction
    return gray(x + i, y + j) - gray(x - i, y - j);
  };
  dx(x, y) =
      (gray(x + 1, y - 1) - gray(x - 1, y - 1) + 2.0f * difference(1, 0) + gray(x + 1, y + 1) - gray(x - 1, y + 1)) *
      (1.0f / 12);
  dy(x, y) =
      (gray(x - 1, y + 1) - gray(x - 1, y - 1) + 2.0f * difference(0, 1) + gray(x + 1, y + 1) - gray(x + 1, y - 1)) *
      (1.0f / 12);
  const auto window = [&](const Func& f, const Func& g) {
    Expr sum;
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const Expr product = f(x + i, y + j) * g(x + i, y + j);
        sum = sum.defined() ? sum + product : product;
      }
    return sum;
  };
  Func sxx("sxx"), syy("syy"), sxy("sxy");
  sxx(x, y) = window(dx, dx);
  syy(x, y) = window(dy, dy);
  sxy(x, y) = window(dx, dy);
  const Expr trace = sxx(x, y) + syy(x, y);
  out(x, y) = sxx(x, y) * syy(x, y) - sxy(x, y) * sxy(x, y) - 0.04f * trace * trace;
  out.split(y, y, yi, 32).parallel(y).vectorize(x, to.floats());
  for (Func f : {gray, dx, dy}) f.store_at(out, y).compute_at(out, yi).vectorize(x, to.floats());
  dx.compute_with(dy, x);
  to.write(out, {in}, "harris");
}

// Cells of 8 x 8 pixels and 1/10 of the range; sums of values and counts lie beside each other as c.
void bilateral_grid(const Writer& to) {
  ImageParam in(Float(32), 2, "in");
  Param<float> range("range");
  const int cell = 8;
  Func edges = repeat_edge(in);
  RDom r(0, cell, 0, cell);
  const Expr seen = clamp(edges(x * cell + r.x - cell / 2, y * cell + r.y - cell / 2), 0.0f, 1.0f);
  Func grid("grid"), along_z("along_z"), along_x("along_x"), along_y("along_y"), sampled("sampled"), out("out");
  grid(x, y, z, c) = 0.0f;
  grid(x, y, cast<int>(seen * (1.0f / range) + 0.5f), c) += mux(c, {seen, 1.0f});
  const auto taps = [](const Expr& a, const Expr& b, const Expr& m, const Expr& d, const Expr& e) {
    return a + 4 * b + 6 * m + 4 * d + e;
  };
  along_z(x, y, z, c) =
      taps(grid(x, y, z - 2, c), grid(x, y, z - 1, c), grid(x, y, z, c), grid(x, y, z + 1, c), grid(x, y, z + 2, c));
  along_x(x, y, z, c) = taps(along_z(x - 2, y, z, c), along_z(x - 1, y, z, c), along_z(x, y, z, c),
                             along_z(x + 1, y, z, c), along_z(x + 2, y, z, c));
  along_y(x, y, z, c) = taps(along_x(x, y - 2, z, c), along_x(x, y - 1, z, c), along_x(x, y, z, c),
                             along_x(x, y + 1, z, c), along_x(x, y + 2, z, c));
  const Expr level = clamp(in(x, y), 0.0f, 1.0f) * (1.0f / range), zi = cast<int>(level), zf = level - zi;
  const Expr xf = cast<float>(x % cell) / cell, yf = cast<float>(y % cell) / cell, xc = x / cell, yc = y / cell;
  const auto plane = [&](const Expr& at) {
    return lerp(lerp(along_y(xc, yc, at, c), along_y(xc + 1, yc, at, c), xf),
                lerp(along_y(xc, yc + 1, at, c), along_y(xc + 1, yc + 1, at, c), xf), yf);
  };
  sampled(x, y, c) = lerp(plane(zi), plane(zi + 1), zf);
  out(x, y) = sampled(x, y, 0) / sampled(x, y, 1);

  along_x.compute_root().reorder(c, x, z, y).parallel(y).vectorize(x, 8).unroll(c);
  along_z.compute_at(along_x, y).reorder(c, z, x, y).vectorize(x, 8).unroll(c);
  grid.compute_at(along_z, y);
  grid.update().reorder(c, r.x, r.y, x, y).unroll(c);
  along_y.compute_at(out, y)
      .store_in(MemoryType::Stack)
      .reorder(c, x, y, z)
      .reorder_storage(c, z, x, y)
      .vectorize(x, 8)
      .unroll(c);
  out.compute_root().parallel(y, 8).vectorize(x, 8);
  to.write(out, {in, range}, "bilateral_grid");
}

// Every second pixel of means with the weights 1 3 3 1, first along columns. `reader`: what calls f.
Func downsampled(Func f, Func* reader = nullptr) {
  const auto taps = [](const Expr& a, const Expr& b, const Expr& d, const Expr& e) {
    return (a + 3.0f * (b + d) + e) / 8.0f;
  };
  Func down("down"), both("both");
  down(x, y, _) = taps(f(x, 2 * y - 1, _), f(x, 2 * y, _), f(x, 2 * y + 1, _), f(x, 2 * y + 2, _));
  both(x, y, _) = taps(down(2 * x - 1, y, _), down(2 * x, y, _), down(2 * x + 1, y, _), down(2 * x + 2, y, _));
  if (reader) *reader = down;
  return both;
}

Func upsampled(Func f) {
  const auto weight = [](const Var& v) { return ((v % 2) * 2 + 1) / 4.0f; };
  Func across("across"), both("both");
  across(x, y, _) = lerp(f((x + 1) / 2, y, _), f((x - 1) / 2, y, _), weight(x));
  both(x, y, _) = lerp(across(x, (y + 1) / 2, _), across(x, (y - 1) / 2, _), weight(y));
  return both;
}

// Local Laplacian filter: eight pyramids, each of the image with another tone made stronger, of which each pixel of
// each scale takes the two that are nearest to its own tone.
void local_laplacian(const Writer& to) {
  ImageParam in(Float(32), 3, "in");
  Param<int> levels("levels");
  Param<float> alpha("alpha"), beta("beta");
  const int scales = 8, outer = 5;  // scales from `outer` on are small
  Func bend("bend");
  const Expr f = cast<float>(x) / 256.0f;
  bend(x) = alpha * f * exp(-f * f / 2.0f);
  Func gray = gray_of(repeat_edge(in));

  std::vector<Func> bent(scales), own(scales), result(scales);
  Func reader;
  const Expr tone = k * (1.0f / (levels - 1));
  const Expr place = clamp(cast<int>(gray(x, y) * cast<float>(levels - 1) * 256.0f), 0, (levels - 1) * 256);
  bent[0] = Func("bent0");
  bent[0](x, y, k) = beta * (gray(x, y) - tone) + tone + bend(place - 256 * k);
  own[0] = gray;
  for (int j = 1; j < scales; ++j) {
    bent[j] = Func("bent" + std::to_string(j));
    own[j] = Func("own" + std::to_string(j));
    bent[j](x, y, k) = downsampled(bent[j - 1], j == 1 ? &reader : nullptr)(x, y, k);
    own[j](x, y) = downsampled(own[j - 1])(x, y);
  }
  for (int j = scales - 1; j >= 0; --j) {
    Func detail("detail");
    detail(x, y, k) = j == scales - 1 ? bent[j](x, y, k) : bent[j](x, y, k) - upsampled(bent[j + 1])(x, y, k);
    const Expr at = own[j](x, y) * cast<float>(levels - 1), low = clamp(cast<int>(at), 0, levels - 2);
    const Expr part = at - cast<float>(low);
    const Expr chosen = (1.0f - part) * detail(x, y, low) + part * detail(x, y, low + 1);
    result[j] = Func("result" + std::to_string(j));
    result[j](x, y) = j == scales - 1 ? chosen : upsampled(result[j + 1])(x, y) + chosen;
  }
  Func out("out");
  const float least = 0.01f;
  out(x, y, c) = clamp(in(x, y, c) * (result[0](x, y) + least) / (gray(x, y) + least), 0.0f, 1.0f);

  bend.compute_root();
  out.reorder(c, x, y).split(y, yo, y, 64).parallel(yo).vectorize(x, 8);
  gray.compute_root().parallel(y, 32).vectorize(x, 8);
  for (int j = 1; j < outer; ++j) {
    own[j].compute_root().parallel(y, 32).vectorize(x, 8);
    bent[j].compute_root().reorder_storage(x, k, y).reorder(k, y).split(y, yo, y, 8).parallel(yo).vectorize(x, 8);
    result[j].store_at(out, yo).compute_at(out, y).fold_storage(y, 4).vectorize(x, 8, TailStrategy::RoundUp);
  }
  bent[0].clone_in(reader).store_at(bent[1], yo).compute_at(bent[1], y).vectorize(x, 8);
  result[0].compute_at(out, y).vectorize(x, 8, TailStrategy::RoundUp);
  for (int j = outer; j < scales; ++j) {
    own[j].compute_root();
    bent[j].compute_root().parallel(k);
    result[j].compute_root();
  }
  to.write(out, {in, levels, alpha, beta}, "local_laplacian");
}

Expr mean_up(const Expr& a, const Expr& b) {  // rounded up
  const Type wide = a.type().with_bits(a.type().bits() * 2);
  return cast(a.type(), (cast(wide, a) + b + 1) / 2);
}

// A raw image, green and red in even rows, blue and green in odd ones, becomes bytes of three colours. Its border of 12
// rows and 16 columns is left out.
void camera_pipe(const Writer& to) {
  ImageParam in(UInt(16), 2, "in"), warm(Float(32), 2, "warm"), cold(Float(32), 2, "cold");
  Param<float> kelvin("kelvin"), gamma("gamma"), contrast("contrast"), strength("strength");
  Param<int> black("black"), white("white");

  Func raw("raw"), clean("clean"), split("split");
  raw(x, y) = in(x + 16, y + 12);
  clean(x, y) = clamp(raw(x, y), cast<std::uint16_t>(0),
                      max(max(raw(x - 2, y), raw(x + 2, y)), max(raw(x, y - 2), raw(x, y + 2))));
  split(x, y, c) =
      mux(c, {clean(2 * x, 2 * y), clean(2 * x + 1, 2 * y), clean(2 * x, 2 * y + 1), clean(2 * x + 1, 2 * y + 1)});
  const auto gr = [&](int i, int j) { return split(x + i, y + j, 0); };
  const auto red = [&](int i, int j) { return split(x + i, y + j, 1); };
  const auto blue = [&](int i, int j) { return split(x + i, y + j, 2); };
  const auto gb = [&](int i, int j) { return split(x + i, y + j, 3); };

  // Green where red and blue are: along the direction in which it changes less.
  Func green_r("green_r"), green_b("green_b");
  green_r(x, y) = select(absd(gr(1, 0), gr(0, 0)) < absd(gb(0, -1), gb(0, 0)), mean_up(gr(1, 0), gr(0, 0)),
                         mean_up(gb(0, -1), gb(0, 0)));
  green_b(x, y) = select(absd(gb(-1, 0), gb(0, 0)) < absd(gr(0, 1), gr(0, 0)), mean_up(gb(-1, 0), gb(0, 0)),
                         mean_up(gr(0, 1), gr(0, 0)));
  // A colour between two places where it is known, corrected by what green does there.
  const auto between = [&](const Expr& green, const Func& known, int i, int j, int p, int q, const auto& colour) {
    return green - mean_up(known(x + i, y + j), known(x + p, y + q)) + mean_up(colour(i, j), colour(p, q));
  };
  const auto diagonal = [&](const Expr& green, const Func& known, int i, int j, const auto& colour) {
    // (0,0) and (i,j), or (i,0) and (0,j)
    return select(absd(colour(0, 0), colour(i, j)) < absd(colour(i, 0), colour(0, j)),
                  between(green, known, 0, 0, i, j, colour), between(green, known, i, 0, 0, j, colour));
  };
  Func red_gr, blue_gr, red_gb, blue_gb, red_b, blue_r;
  red_gr(x, y) = between(gr(0, 0), green_r, 0, 0, -1, 0, red);
  blue_gr(x, y) = between(gr(0, 0), green_b, 0, 0, 0, -1, blue);
  red_gb(x, y) = between(gb(0, 0), green_r, 0, 0, 0, 1, red);
  blue_gb(x, y) = between(gb(0, 0), green_b, 0, 0, 1, 0, blue);
  red_b(x, y) = diagonal(green_b(x, y), green_r, -1, 1, red);
  blue_r(x, y) = diagonal(green_r(x, y), green_b, 1, -1, blue);
  const auto woven = [&](const Expr& even_even, const Expr& odd_even, const Expr& even_odd, const Expr& odd_odd) {
    Func quad("quad"), f("woven");
    quad(x, y, k) = mux(k, {even_even, odd_even, even_odd, odd_odd});
    f(x, y) = select(y % 2 == 0, select(x % 2 == 0, quad(x / 2, y / 2, 0), quad(x / 2, y / 2, 1)),
                     select(x % 2 == 0, quad(x / 2, y / 2, 2), quad(x / 2, y / 2, 3)));
    return f;
  };
  const Func r = woven(red_gr(x, y), red(0, 0), red_b(x, y), red_gb(x, y));
  const Func g = woven(gr(0, 0), green_r(x, y), green_b(x, y), gb(0, 0));
  const Func b = woven(blue_gr(x, y), blue_r(x, y), blue(0, 0), blue_gb(x, y));
  Func colours("colours");
  colours(x, y, c) = cast<std::int16_t>(mux(c, {r(x, y), g(x, y), b(x, y)}));

  Func matrix("matrix"), corrected("corrected");
  const Expr part = (1.0f / kelvin - 1.0f / 3200) / (1.0f / 7000 - 1.0f / 3200);
  matrix(x, y) = cast<std::int16_t>((warm(x, y) * part + cold(x, y) * (1 - part)) * 256.0f);
  const auto row = [&](int i) {
    Expr sum = cast<std::int32_t>(matrix(3, i));
    for (int j = 0; j < 3; ++j) sum += matrix(j, i) * cast<std::int32_t>(colours(x, y, j));
    return cast<std::int16_t>(sum / 256);
  };
  corrected(x, y, c) = mux(c, {row(0), row(1), row(2)});

  Func curve("curve"), curved("curved");
  const Expr low = 2.0f - pow(2.0f, contrast / 100.0f), high = 2.0f - 2.0f * low;
  const Expr linear = clamp(cast<float>(x - black) * (1.0f / (white - black)), 0.0f, 1.0f);
  const Expr bright = pow(linear, 1.0f / gamma), dark = 1.0f - bright;
  const Expr tone =
      select(bright > 0.5f, 1.0f - (high * dark * dark + low * dark), high * bright * bright + low * bright);
  curve(x) =
      select(x <= black, cast<std::uint8_t>(0),
             select(x > white, cast<std::uint8_t>(255), cast<std::uint8_t>(clamp(tone * 255.0f + 0.5f, 0.0f, 255.0f))));
  curved(x, y, c) = curve(clamp(corrected(x, y, c), 0, 1023));

  Func soft_y("soft_y"), soft("soft"), weight("weight"), out("out");
  const auto soften = [](const Expr& a, const Expr& m, const Expr& e) { return mean_up(mean_up(a, e), m); };
  weight() = cast<std::uint8_t>(clamp(strength * 32, 0.0f, 255.0f));
  soft_y(x, y, c) = soften(curved(x, y - 1, c), curved(x, y, c), curved(x, y + 1, c));
  soft(x, y, c) = soften(soft_y(x - 1, y, c), soft_y(x, y, c), soft_y(x + 1, y, c));
  const Expr detail = cast<std::int16_t>(curved(x, y, c)) - cast<std::int16_t>(soft(x, y, c));
  out(x, y, c) = cast<std::uint8_t>(clamp(curved(x, y, c) + (detail * weight()) / 32, 0, 255));

  const int vec = to.words(), rows = 32;
  matrix.compute_root();
  curve.compute_root();
  weight.compute_root();
  out.reorder(c, x, y)
      .split(y, yi, strip, 2, TailStrategy::RoundUp)
      .split(yi, yo, yi, rows / 2)
      .vectorize(x, 2 * vec, TailStrategy::RoundUp)
      .unroll(c)
      .parallel(yo);
  Var xt("xt"), yt("yt");
  clean.compute_at(out, yi)
      .store_at(out, yo)
      .fold_storage(y, 4)
      .tile(x, y, xt, yt, 2 * vec, 2)
      .vectorize(xt)
      .unroll(yt);
  split.compute_at(out, yi)
      .store_at(out, yo)
      .fold_storage(y, 4)
      .reorder(c, x, y)
      .vectorize(x, 2 * vec, TailStrategy::RoundUp)
      .unroll(c);
  curved.compute_at(out, yi)
      .store_at(out, yo)
      .reorder(c, x, y)
      .tile(x, y, x, y, xi, yt, 2 * vec, 2, TailStrategy::RoundUp)
      .vectorize(xi)
      .unroll(yt)
      .unroll(c);
  corrected.compute_at(curved, x).reorder(c, x, y).vectorize(x).unroll(c);
  for (Func f : {green_r, green_b})
    f.compute_at(out, yi).store_at(out, yo).vectorize(x, 2 * vec, TailStrategy::RoundUp).fold_storage(y, 4);
  green_b.compute_with(green_r, x, {{x, LoopAlignStrategy::AlignStart}, {y, LoopAlignStrategy::AlignStart}});
  colours.compute_at(curved, x).vectorize(x).unroll(y).reorder(c, x, y).unroll(c);
  out.bound(c, 0, 3)
      .bound(x, 0, out.output_buffer().dim(0).extent() / (2 * vec) * (2 * vec))
      .bound(y, 0, out.output_buffer().dim(1).extent() / rows * rows);
  to.write(out, {in, warm, cold, kelvin, gamma, contrast, strength, black, white}, "camera_pipe");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: halide TARGET FOLDER\n";
    return 2;
  }
  const std::string name = arguments[1];
  const Writer to{name == "host" ? get_host_target() : Target(name), arguments[2]};
  for (auto* pipeline : {blur, unsharp, harris, bilateral_grid, local_laplacian, camera_pipe}) pipeline(to);
  compile_standalone_runtime(to.folder + "/runtime.o", to.target);
  std::cout << to.target.to_string() << "\n";
}
