import Foundation
import Mosaic
import MosaicLibrary

/// Prints results for scripts: one JSON document with its version, keys sorted.
package enum JSONOutput {
    package static func print(_ document: some Encodable) throws { try print(unversioned: VersionedDocument(document)) }

    /// Prints a value whose format others define.
    package static func print(unversioned value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// The document with its version on one line, so that it can be read by itself, and a file of such lines can be
    /// appended to by later versions.
    package static func line(_ document: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(VersionedDocument(document))) + [UInt8(ascii: "\n")]
    }
}
