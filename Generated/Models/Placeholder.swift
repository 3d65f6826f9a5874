// Written by hand and kept: a target without a source file stops the package's manifest, and then
// `swift run codegen` could not bring deleted files back.
