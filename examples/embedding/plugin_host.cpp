// A host of plug-ins, programs of the language that it does not trust to be right: each has an engine of its own in a
// thread of its own, limits of time and memory, and errors that end the plug-in and nothing else.
//
//   plugin_host [plugin.q ..]     each defines function y = process(block : vec)
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "qc/qc.h"

namespace {

struct Plugin {
  std::string name, text;  // no text: the name is a file
  std::string report;
};

// What comes of a plug-in that is given ten blocks.
std::string run(const Plugin& plugin) {
  qc::Options options;
  options.device = "cpu";
  options.threads = 1;  // the plug-ins share the machine
  qc::Engine engine(options);
  engine.limit_time(2);
  engine.limit_memory(std::size_t{64} << 20);
  const auto loaded = plugin.text.empty() ? engine.load_file(plugin.name) : engine.load(plugin.text, plugin.name);
  if (!loaded) return loaded.error().messages[0].rendered;
  const auto process = engine.function<double(qc::View<const double, 1>)>("process");
  if (!process) return process.error().messages[0].rendered;
  double sum = 0;
  for (int block = 1; block <= 10; ++block) {
    const std::vector<double> samples(1000, 0.001 * block);
    const auto result = process.value()({samples.data(), {std::int64_t(samples.size())}});
    if (!result) return result.error().messages[0].rendered;
    sum += result.value();
  }
  return "10 blocks, sum " + std::to_string(sum) + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Plugin> plugins;
  for (int k = 1; k < argc; ++k) plugins.push_back({argv[k], "", ""});
  if (plugins.empty())
    plugins = {{"mean.q", "function y = process(block : vec[double])\n y = sum(block)/numel(block)\nend\n", ""},
               {"energy.q",
                "function y = process(block : vec[double])\n y = 0.0\n for k=0..numel(block)-1\n"
                "  y += block[k]*block[k]\n end\nend\n",
                ""},
               {"beyond.q", "function y = process(block : vec[double])\n y = block[numel(block)]\nend\n", ""},
               {"endless.q", "function y = process(block : vec[double])\n y = 0.0\n repeat\n until y > 1\nend\n", ""}};
  for (std::size_t k = 0; k < plugins.size(); k += 2) {  // two at a time
    std::vector<std::thread> threads;
    for (std::size_t j = k; j < k + 2 && j < plugins.size(); ++j)
      threads.emplace_back([&plugin = plugins[j]] { plugin.report = run(plugin); });
    for (auto& thread : threads) thread.join();
  }
  for (const Plugin& plugin : plugins) std::printf("%s: %s", plugin.name.c_str(), plugin.report.c_str());
}
