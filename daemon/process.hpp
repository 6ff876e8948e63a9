#pragma once
// What the process needs of the system before anything else happens in it. Main thread.

namespace weir {

/// A descriptor of 0 to 2 that the caller has closed would be given to the first file or socket that is opened, and
/// rows or messages would land in it. Reading from such a stdin and writing to such a stdout fails; stderr swallows.
void fill_standard_descriptors();

/// As many open files as the system allows: each connection and each followed file is one, and the usual first limit
/// (1024) is a historical one.
void raise_open_files_limit();

} // namespace weir
