// OpenEXR files of the kinds that the compiler reads but never writes: 70 x 50 pixels, pixel (x, y) is (x + 3*y)/16.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfRgbaFile.h>
#include <ImfStdIO.h>
#include <ImfTiledOutputFile.h>

#include <string>
#include <vector>

namespace {

constexpr int kWidth = 70, kHeight = 50;

float value(int x, int y) { return float(x + 3 * y) / 16; }

std::string chroma() {
  Imf::StdOSStream out;
  {
    std::vector<Imf::Rgba> pixels;
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) pixels.emplace_back(value(x, y), value(x, y), value(x, y));
    Imf::RgbaOutputFile file(out, Imf::Header(kWidth, kHeight), Imf::WRITE_YC);
    file.setFrameBuffer(pixels.data(), 1, kWidth);
    file.writePixels(kHeight);
  }
  return out.str();
}

}  // namespace

std::string exr_of_kind(const std::string& kind) {
  if (kind == "chroma") return chroma();
  const int left = kind == "offset" ? -7 : 0, top = kind == "offset" ? 3 : 0;
  const Imath::Box2i window({left, top}, {left + kWidth - 1, top + kHeight - 1});
  std::vector<float> pixels;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) pixels.push_back(value(x, y));
  std::vector<half> halves(pixels.begin(), pixels.end());
  Imf::Header header(window, window);
  header.compression() = kind == "pxr24" ? Imf::PXR24_COMPRESSION
                         : kind == "zip" ? Imf::ZIP_COMPRESSION
                                         : Imf::PIZ_COMPRESSION;
  header.channels().insert("Y", Imf::Channel(Imf::HALF));
  Imf::FrameBuffer frame;
  frame.insert("Y", Imf::Slice::Make(Imf::HALF, halves.data(), window, sizeof(half), sizeof(half) * kWidth));
  Imf::StdOSStream out;
  if (kind == "tiles") {
    header.setTileDescription(Imf::TileDescription(16, 16, Imf::ONE_LEVEL));
    Imf::TiledOutputFile file(out, header);
    file.setFrameBuffer(frame);
    file.writeTiles(0, file.numXTiles() - 1, 0, file.numYTiles() - 1);
  } else {
    Imf::OutputFile file(out, header);
    file.setFrameBuffer(frame);
    file.writePixels(kHeight);
  }
  return out.str();
}
