#pragma once
// A folder of its own for each test, gone behind it.

#include <filesystem>
#include <fstream>
#include <string>

#include <stdlib.h>

struct temporary_folder {
  std::string path;

  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "weir-source-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~temporary_folder() { std::filesystem::remove_all(path); }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  std::string file(const std::string& name) const { return path + "/" + name; }
  /// Makes or replaces a file, and the folders on the way.
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  void append(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary | std::ios::app) << text;
  }
};
