// qc lsp: a server of the Language Server Protocol 3.17 on standard input and output. What is asked of a text is in
// lsp_document.h, the form of messages in lsp_transport.h; here is the protocol.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>

#include "driver.h"
#include "servers/lsp_document.h"
#include "servers/lsp_text.h"
#include "servers/lsp_transport.h"
#include "verbs.h"

namespace qc::tool {
namespace {

using Json = nlohmann::json;

enum class LspError {
  Parse = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  Internal = -32603,
  RequestFailed = -32803,
  NotInitialized = -32002
};
struct Refused {
  LspError code;
  std::string why;
};

// Members of what a client sent; one that is missing or of another kind is Refused.
const Json& member(const Json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  if (!object.is_object() || found == object.end())
    throw Refused{LspError::InvalidParams, fmt::format("'{}' is missing", name)};
  return *found;
}
std::string text_member(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_string()) throw Refused{LspError::InvalidParams, fmt::format("'{}' is no string", name)};
  return value.get<std::string>();
}
std::uint64_t number_member(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_number_unsigned()) throw Refused{LspError::InvalidParams, fmt::format("'{}' is no number", name)};
  return value.get<std::uint64_t>();
}

class LspServer {
 public:
  LspServer(const host::Options& options, LspTransport& transport) : options_(options), transport_(transport) {}

  // Until the client ends it. Messages that have come in go before the check of a text, so that the newest is checked.
  int serve() {
    while (!ended_ && !closed_) {
      if (!transport_.waiting() && publish_one()) continue;
      auto message = transport_.next();
      if (std::holds_alternative<LspTransport::End>(message)) break;
      if (const auto* bad = std::get_if<LspTransport::Unreadable>(&message))
        refuse(nullptr, {LspError::InvalidRequest, bad->why});
      else
        take(std::get<std::string>(message));
    }
    return ended_ && shut_down_ ? 0 : 1;
  }

 private:
  struct Held {
    std::string path;
    std::string text;
    Json version;
    std::shared_ptr<LspDocument> document = {};  // null: to be made of the text
    LspReadable readable = {};
    std::shared_ptr<const LspRecords> records = {};  // of the version before
    bool told = false;                               // its messages are published
  };

  // ---- messages ----

  void send(const Json& message) {  // texts of programs may hold bytes that are no UTF-8
    if (!transport_.send(message.dump(-1, ' ', false, Json::error_handler_t::replace))) closed_ = true;
  }
  void answer(const Json& id, Json result) { send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}); }
  void refuse(const Json& id, const Refused& why) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", int(why.code)}, {"message", why.why}}}});
  }
  void notify(const char* method, Json params) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
  }

  void take(const std::string& text) {
    const Json message = Json::parse(text, nullptr, false);
    if (message.is_discarded()) return refuse(nullptr, {LspError::Parse, "the message is no JSON"});
    const bool object = message.is_object();
    const Json id = object && message.contains("id") ? message["id"] : Json();
    const bool usable_id = id.is_null() || id.is_string() || id.is_number_integer();
    if (object && !message.contains("method") && (message.contains("result") || message.contains("error")))
      return;  // an answer: nothing was asked
    if (!object || !usable_id || !message.contains("method") || !message["method"].is_string())
      return refuse(usable_id ? id : Json(), {LspError::InvalidRequest, "the message is no request"});
    const std::string method = message["method"].get<std::string>();
    const Json params = message.contains("params") ? message["params"] : Json::object();
    const bool request = message.contains("id");
    try {
      if (request)
        answer(id, requested(method, params));
      else
        notified(method, params);
    } catch (const Refused& why) {
      fail(request, id, method, why);
    } catch (const Json::exception& e) {
      fail(request, id, method, {LspError::InvalidParams, e.what()});
    } catch (const std::bad_alloc&) {
      fail(request, id, method, {LspError::Internal, "out of memory"});
    } catch (...) {
      const Failed failure = current_failure({});
      fail(request, id, method,
           {LspError::Internal, failure.diagnostics.empty() ? "it failed" : failure.diagnostics.front().message});
    }
  }
  void fail(bool request, const Json& id, const std::string& method, const Refused& why) {
    if (request) return refuse(id, why);
    notify("window/logMessage", {{"type", 1}, {"message", method + ": " + why.why}});  // it has no answer
  }

  void notified(const std::string& method, const Json& params) {
    if (method == "exit")
      ended_ = true;
    else if (!initialized_ || shut_down_)
      return;  // as the protocol wants it
    else if (method == "textDocument/didOpen")
      open(params);
    else if (method == "textDocument/didChange")
      change(params);
    else if (method == "textDocument/didClose")
      close(params);
  }

  Json requested(const std::string& method, const Json& params) {
    if (method == "initialize") return initialize(params);
    if (!initialized_) throw Refused{LspError::NotInitialized, "'initialize' comes first"};
    if (shut_down_) throw Refused{LspError::InvalidRequest, "the server is shut down"};
    if (method == "shutdown") {
      shut_down_ = true;
      return nullptr;
    }
    if (method == "textDocument/hover") return hover(params);
    if (method == "textDocument/completion") return complete(params);
    if (method == "textDocument/signatureHelp") return signature(params);
    if (method == "textDocument/definition") return definition(params);
    if (method == "textDocument/references") return references(params);
    if (method == "textDocument/documentHighlight") return highlights(params);
    if (method == "textDocument/prepareRename") return name_to_change(params);
    if (method == "textDocument/rename") return rename(params);
    if (method == "textDocument/documentSymbol") return symbols(params);
    if (method == "textDocument/formatting") return format(params);
    throw Refused{LspError::MethodNotFound, "there is no method '" + method + "'"};
  }

  Json initialize(const Json& params) {
    if (initialized_) throw Refused{LspError::InvalidRequest, "'initialize' comes once"};
    if (!params.is_object()) throw Refused{LspError::InvalidParams, "the parameters are no object"};
    initialized_ = true;
    return {{"serverInfo", {{"name", "qc"}, {"version", QC_VERSION}}},
            {"capabilities",
             {{"positionEncoding", "utf-16"},
              {"textDocumentSync", {{"openClose", true}, {"change", 1}}},
              {"hoverProvider", true},
              {"completionProvider", {{"triggerCharacters", {".", "\"", "/", "'"}}}},
              {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
              {"definitionProvider", true},
              {"referencesProvider", true},
              {"documentHighlightProvider", true},
              {"renameProvider", {{"prepareProvider", true}}},
              {"documentSymbolProvider", true},
              {"documentFormattingProvider", true}}}};
  }

  // ---- texts ----

  Held& held(const Json& params) {
    const std::string uri = text_member(member(params, "textDocument"), "uri");
    const auto found = held_.find(uri);
    if (found == held_.end()) throw Refused{LspError::InvalidParams, "'" + uri + "' is not open"};
    return found->second;
  }

  void open(const Json& params) {
    const Json& item = member(params, "textDocument");
    const std::string uri = text_member(item, "uri");
    Held one{path_of_uri(uri), text_member(item, "text"), item.value("version", Json())};
    held_[uri] = std::move(one);
    changed(uri);
  }
  void change(const Json& params) {
    Held& one = held(params);
    const Json& changes = member(params, "contentChanges");
    if (!changes.is_array()) throw Refused{LspError::InvalidParams, "'contentChanges' is no list"};
    for (const Json& c : changes)
      if (!c.is_object() || c.contains("range") || !c.contains("text") || !c["text"].is_string())
        throw Refused{LspError::InvalidParams, "a change is the whole text"};
    const Json& item = params["textDocument"];
    one.version = item.value("version", Json());
    changed(item["uri"].get<std::string>());
    if (changes.empty()) return;
    std::string now = changes.back()["text"].get<std::string>();
    one.readable.since.add(one.text, now);
    one.text = std::move(now);
  }
  void close(const Json& params) {
    (void)held(params);
    const std::string uri = params["textDocument"]["uri"].get<std::string>();
    held_.erase(uri);
    changed(uri);
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
  }
  // What was found out of this text, and of those that may import it, is old.
  void changed(const std::string& uri) {
    for (auto& [other, one] : held_) {
      if (other != uri && !(one.document && one.document->imports())) continue;
      if (one.document) one.records = one.document->records();
      if (one.document && one.document->readable()) one.readable = {one.document, {}};
      one.document.reset();
      one.told = false;
    }
  }

  LspDocument& document(Held& one) {
    if (!one.document) {
      const auto open = [this](const std::string& path) -> std::optional<std::string> {
        std::error_code ignored;
        for (const auto& [uri, other] : held_)
          if (std::filesystem::weakly_canonical(other.path, ignored) == path) return other.text;
        return std::nullopt;
      };
      one.document = std::make_shared<LspDocument>(one.path, one.text, options_, open, one.records, one.readable);
    }
    return *one.document;
  }

  // The messages on one text, unless it has changed meanwhile. False: there is none to check.
  bool publish_one() {
    for (auto& [uri, one] : held_) {
      if (one.told) continue;
      one.told = true;
      Json all = Json::array();
      try {
        LspDocument& text = document(one);
        (void)text.findings();
        if (transport_.waiting()) {  // which may be a newer text; what was found out stays for its answer
          one.told = false;
          return false;
        }
        for (const LspFinding& f : text.findings()) all.push_back(diagnostic(f, uri, text));
      } catch (...) {
        const Failed failure = current_failure({});
        for (const auto& d : failure.diagnostics) notify("window/logMessage", {{"type", 1}, {"message", d.message}});
      }
      publish(uri, one, std::move(all));
      return true;
    }
    return false;
  }
  void publish(const std::string& uri, const Held& one, Json all) {
    Json params = {{"uri", uri}, {"diagnostics", std::move(all)}};
    if (one.version.is_number_integer()) params["version"] = one.version;
    notify("textDocument/publishDiagnostics", std::move(params));
  }

  // ---- places ----

  static Json position(const LspLines& lines, std::size_t byte) {
    const LspPosition p = lines.position(byte);
    return {{"line", p.line}, {"character", p.character}};
  }
  static Json range(const LspLines& lines, const Span& span) {
    return {{"start", position(lines, span.begin)}, {"end", position(lines, std::max(span.begin, span.end))}};
  }
  static Json range(const LspDocument& text, const Span& span) {
    return range(LspLines(text.sources().text(span.file)), span);
  }
  // uri: of the text itself.
  static Json location(const LspDocument& text, const Span& span, const std::string& uri) {
    return {{"uri", span.file == text.file() || text.sources().name(span.file) == text.sources().name(text.file())
                        ? uri
                        : uri_of_path(text.sources().name(span.file))},
            {"range", range(text, span)}};
  }
  static std::size_t byte_of(const Json& params, const LspDocument& text) {
    const Json& p = member(params, "position");
    return LspLines(text.text()).byte({number_member(p, "line"), number_member(p, "character")});
  }

  // ---- answers ----

  static Json diagnostic(const LspFinding& f, const std::string& uri, const LspDocument& text) {
    Json related = Json::array();
    std::string message = f.message;
    for (const Note& note : f.related) {
      if (note.span.valid() && !text.sources().name(note.span.file).starts_with("stdlib/"))
        related.push_back({{"location", location(text, note.span, uri)}, {"message", note.message}});
      else
        message += "\nnote: " + note.message;
    }
    Json out = {{"range", range(text, f.span)},
                {"severity", int(f.severity)},
                {"code", f.code},
                {"source", "qc"},
                {"message", message}};
    if (!related.empty()) out["relatedInformation"] = std::move(related);
    return out;
  }

  Json hover(const Json& params) {
    LspDocument& text = document(held(params));
    const auto found = text.hover(byte_of(params, text));
    if (!found) return nullptr;
    return {{"contents", {{"kind", "markdown"}, {"value", found->markdown}}}, {"range", range(text, found->span)}};
  }
  Json complete(const Json& params) {
    LspDocument& text = document(held(params));
    const LspLines lines(text.text());
    Json all = Json::array();
    for (const LspCandidate& c : text.complete(byte_of(params, text)))
      all.push_back({{"label", c.name},
                     {"kind", int(c.kind)},
                     {"textEdit", {{"range", range(lines, c.span)}, {"newText", c.name}}}});
    return all;
  }
  Json signature(const Json& params) {
    LspDocument& text = document(held(params));
    const LspCall call = text.call(byte_of(params, text));
    if (call.forms.empty()) return nullptr;
    Json forms = Json::array();
    std::size_t fits = 0;  // the first that has so many parameters
    for (const auto& [label, parameters] : call.forms) {
      const LspLines line(label);
      Json names = Json::array();
      for (const auto& [from, to] : parameters)
        names.push_back({{"label", {line.position(from).character, line.position(to).character}}});
      if (call.forms[fits].parameters.size() <= call.argument && parameters.size() > call.argument) fits = forms.size();
      forms.push_back({{"label", label}, {"parameters", std::move(names)}});
    }
    return {{"signatures", std::move(forms)}, {"activeSignature", fits}, {"activeParameter", call.argument}};
  }
  Json definition(const Json& params) {
    LspDocument& text = document(held(params));
    const std::string uri = params["textDocument"]["uri"].get<std::string>();
    Json all = Json::array();
    for (const Span& span : text.definitions(byte_of(params, text))) all.push_back(location(text, span, uri));
    return all;
  }
  // A name at a place, what it means, and where that stands in the texts that are open.
  struct Meant {
    std::string name;
    std::vector<LspDefinition> definitions;
    std::map<std::string, std::vector<Span>> uses = {};  // by the addresses of texts
  };
  std::optional<Meant> meant(const Json& params) {
    LspDocument& text = document(held(params));
    const std::size_t byte = byte_of(params, text);
    const auto name = text.name_at_place(byte);
    if (!name) return std::nullopt;
    Meant meant{*name, {}};
    for (const Span& d : text.definitions(byte)) meant.definitions.push_back(text.definition_at(d));
    std::sort(meant.definitions.begin(), meant.definitions.end());
    for (auto& [uri, one] : held_)
      if (auto found = document(one).uses(*name, meant.definitions); !found.empty()) meant.uses[uri] = std::move(found);
    return meant;
  }
  Json references(const Json& params) {
    const auto found = meant(params);
    Json all = Json::array();
    if (!found) return all;
    const Json& context = member(params, "context");
    const bool declaration = !context.is_object() || context.value("includeDeclaration", true);
    for (const auto& [uri, spans] : found->uses) {
      const LspDocument& text = document(held_.at(uri));
      for (const Span& span : spans) {
        const LspDefinition here = text.definition_at(span);
        const auto& defined = found->definitions;
        if (declaration || std::find(defined.begin(), defined.end(), here) == defined.end())
          all.push_back({{"uri", uri}, {"range", range(text, span)}});
      }
    }
    return all;
  }
  Json highlights(const Json& params) {
    LspDocument& text = document(held(params));
    const auto found = meant(params);
    Json all = Json::array();
    if (!found) return all;
    const auto here = found->uses.find(params["textDocument"]["uri"].get<std::string>());
    if (here != found->uses.end())
      for (const Span& span : here->second) all.push_back({{"range", range(text, span)}});
    return all;
  }

  // What may have another name: what is defined in texts that are open.
  Meant own_name(const Json& params) {
    auto found = meant(params);
    if (!found) throw Refused{LspError::RequestFailed, "no name that can be changed stands there"};
    if (found->definitions.empty())
      throw Refused{LspError::RequestFailed, fmt::format("'{}' is not defined in this program", found->name)};
    for (const LspDefinition& d : found->definitions)
      if (std::none_of(held_.begin(), held_.end(), [&](const auto& one) {
            const LspDocument& text = *one.second.document;
            return text.definition_at({text.file(), 0, 0}).file == d.file;
          }))
        throw Refused{LspError::RequestFailed,
                      fmt::format("'{}' is defined in {}, which is not open", found->name, d.file)};
    for (const auto& [uri, spans] : found->uses)
      if (const Held& one = held_.at(uri); !one.document->readable())
        throw Refused{LspError::RequestFailed, fmt::format("{} has errors in its syntax", one.path)};
    return std::move(*found);
  }
  Json name_to_change(const Json& params) {
    const Meant found = own_name(params);
    const LspDocument& text = document(held(params));
    const std::size_t byte = byte_of(params, text);
    for (const Span& span : found.uses.at(params["textDocument"]["uri"].get<std::string>()))
      if (span.begin <= byte && byte <= span.end) return range(text, span);
    return nullptr;
  }
  Json rename(const Json& params) {
    const std::string now = text_member(params, "newName");
    const Meant found = own_name(params);
    if (!is_new_name(now)) throw Refused{LspError::InvalidParams, fmt::format("'{}' is no name that it may have", now)};
    Json changes = Json::object();
    for (const auto& [uri, spans] : found.uses) {
      const LspDocument& text = document(held_.at(uri));
      if (text.mentions(now))
        throw Refused{LspError::RequestFailed, fmt::format("'{}' stands in {} already", now, held_.at(uri).path)};
      for (const Span& span : spans) changes[uri].push_back({{"range", range(text, span)}, {"newText", now}});
    }
    return {{"changes", std::move(changes)}};
  }
  static Json symbol(const LspSymbol& s, const LspLines& lines) {
    Json inside = Json::array();
    for (const LspSymbol& i : s.inside) inside.push_back(symbol(i, lines));
    Json out = {{"name", s.name},
                {"kind", int(s.kind)},
                {"range", range(lines, s.whole)},
                {"selectionRange", range(lines, s.name_span)},
                {"children", std::move(inside)}};
    if (!s.detail.empty()) out["detail"] = s.detail;
    return out;
  }
  Json symbols(const Json& params) {
    LspDocument& text = document(held(params));
    const LspLines lines(text.text());
    Json all = Json::array();
    for (const LspSymbol& s : text.symbols()) all.push_back(symbol(s, lines));
    return all;
  }
  Json format(const Json& params) {
    LspDocument& text = document(held(params));
    const auto laid_out = text.formatted();
    if (!laid_out) return nullptr;
    if (*laid_out == text.text()) return Json::array();
    const Span whole{text.file(), 0, std::uint32_t(text.text().size())};
    return Json::array({{{"range", range(text, whole)}, {"newText", *laid_out}}});
  }

  const host::Options& options_;
  LspTransport& transport_;
  std::map<std::string, Held> held_;  // by their addresses
  bool initialized_ = false, shut_down_ = false, ended_ = false, closed_ = false;
};

}  // namespace

int language_server(const Command& command, const Streams&) {
  LspTransport transport(STDIN_FILENO, STDOUT_FILENO);
  return LspServer(command.options, transport).serve();
}

}  // namespace qc::tool
