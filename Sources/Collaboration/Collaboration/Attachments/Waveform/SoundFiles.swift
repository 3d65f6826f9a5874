// For files.
internal import Foundation

/// Reads and writes sound files on this device.
package enum SoundFiles {
  /// Returns the bytes at a location.
  /// - Throws: ``SoundFileError/unreadable(location:)``
  package static func read(_ location: String) throws(SoundFileError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path(location)) else { throw .unreadable(location: location) }
    return Array(data)
  }

  /// Reads a WAV file.
  package static func wav(_ location: String) throws(SoundFileError) -> WAVFile {
    let bytes = try read(location)
    do { return try WAVFile(bytes) } catch { throw .notWAV(location: location, error) }
  }

  /// Writes 16-bit samples as a WAV file.
  package static func write(_ samples: [Int16], in format: PCMFormat, to location: String) throws(SoundFileError) {
    guard
      let bytes = WAVFile.bytes(of: samples, sampleRate: format.sampleRate, channelCount: format.channelCount),
      FileManager.default.createFile(atPath: path(location), contents: Data(bytes))
    else { throw .unwritable(location: location) }
  }

  /// Returns the location of a file in a folder, as an absolute URI.
  package static func location(of name: String, in folder: String) -> String {
    URL(fileURLWithPath: path(folder)).appendingPathComponent(name).absoluteString
  }

  /// Returns the path of a `file:` URI; other texts are paths.
  private static func path(_ location: String) -> String {
    guard location.hasPrefix("file:"), let url = URL(string: location) else { return location }
    return url.path
  }
}

/// The reason why a sound file cannot be used.
public enum SoundFileError: Error, Hashable, Sendable {
  case unreadable(location: String)
  case unwritable(location: String)
  /// The file is not a WAV file.
  case notWAV(location: String, WAVError)
  /// The settings ask for a format that this device does not write, such as AAC: there is no encoder for it.
  case unsupportedFormat(fileExtension: String)
}

extension SoundFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let location): "expected a readable file at '\(location)'"
    case .unwritable(let location): "expected to write a file at '\(location)'"
    case .notWAV(let location, let error): "\(location): \(error)"
    case .unsupportedFormat(let name): "expected a file name with the extension 'wav', found '\(name)'"
    }
  }
}
