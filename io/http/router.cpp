#include "io/http/router.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "io/http/problem.hpp"
#include "io/http/request_target.hpp"

namespace io {
namespace {

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> segments;
  while (path.starts_with('/')) {
    path.remove_prefix(1);
    const auto end = std::min(path.find('/'), path.size());
    segments.emplace_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return segments;
}

bool is_parameter(std::string_view segment) { return segment.starts_with('{') && segment.ends_with('}'); }

/// Segments are decoded one by one, so that an encoded slash stays inside its segment.
bool matches(const std::vector<std::string>& pattern, const std::vector<std::string>& path, name_values& parameters) {
  if (pattern.size() != path.size()) return false;
  name_values found;
  for (std::size_t i = 0; i < path.size(); ++i) {
    auto segment = percent_decode(path[i], false);
    if (!segment) return false;
    if (is_parameter(pattern[i]) && !segment->empty()) {
      found.emplace_back(pattern[i].substr(1, pattern[i].size() - 2), std::move(*segment));
    } else if (*segment != pattern[i]) {
      return false;
    }
  }
  parameters = std::move(found);
  return true;
}

std::string allowed_methods(const std::map<std::string, http_handler>& methods) {
  std::string text = "OPTIONS";
  for (const auto& [method, handler] : methods) text += method == "GET" ? ", GET, HEAD" : ", " + method;
  return text;
}

} // namespace

void router::add(std::string method, std::string pattern, http_handler handler) {
  auto segments = split_path(pattern);
  WEIR_ENSURE(!segments.empty(), "a pattern starts with a slash");
  route* place = nullptr;
  if (std::ranges::none_of(segments, is_parameter)) {
    place = &exact_[pattern];
  } else {
    const auto known = std::ranges::find(patterns_, pattern, &route::pattern);
    place = known != patterns_.end() ? &*known : &patterns_.emplace_back();
  }
  place->pattern = std::move(pattern);
  place->segments = std::move(segments);
  const bool is_new = place->methods.emplace(std::move(method), std::move(handler)).second;
  WEIR_ENSURE(is_new, "a method and pattern has one handler");
}

void router::operator()(http_request&& request, const respond& answer) const {
  const auto* place = find(request);
  if (place == nullptr) return answer(not_found(request));
  const auto handler = place->methods.find(request.method);
  if (handler != place->methods.end()) return handler->second(std::move(request), answer);
  if (request.method == "OPTIONS") {
    http_response response;
    response.status = 204;
    response.headers = {{"Allow", allowed_methods(place->methods)}};
    return answer(std::move(response));
  }
  problem what;
  what.status = 405;
  what.detail = fmt::format("{} does not take {}", place->pattern, request.method);
  what.headers = {{"Allow", allowed_methods(place->methods)}};
  answer(problem_response(what));
}

std::vector<std::string> router::routes() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [pattern, place] : exact_) {
    for (const auto& method : place.methods) all.emplace_back(pattern, method.first);
  }
  for (const auto& place : patterns_) {
    for (const auto& method : place.methods) all.emplace_back(place.pattern, method.first);
  }
  std::ranges::sort(all);
  std::vector<std::string> texts;
  for (const auto& [pattern, method] : all) texts.push_back(method + " " + pattern);
  return texts;
}

const router::route* router::find(http_request& request) const {
  if (const auto place = exact_.find(request.path); place != exact_.end()) return &place->second;
  const auto segments = split_path(request.path);
  // A word spelled with percent signs is the same word.
  const bool is_encoded = request.path.find('%') != std::string::npos;
  for (const auto& [pattern, place] : exact_) {
    if (is_encoded && matches(place.segments, segments, request.parameters)) return &place;
  }
  for (const auto& place : patterns_) {
    if (matches(place.segments, segments, request.parameters)) return &place;
  }
  return nullptr;
}

http_response router::not_found(const http_request& request) const {
  std::vector<std::string_view> known;
  for (const auto& [pattern, place] : exact_) known.push_back(pattern);
  for (const auto& place : patterns_) known.push_back(place.pattern);
  problem what;
  what.status = 404;
  what.detail = fmt::format("there is nothing at {}", request.path);
  const auto near = core::closest(request.path, known.data(), known.size());
  if (!near.empty()) what.hint = fmt::format("did you mean {}?", near);
  return problem_response(what);
}

} // namespace io
