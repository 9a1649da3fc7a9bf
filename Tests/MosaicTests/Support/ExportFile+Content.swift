import Testing

@testable import Mosaic

extension ExportFile {
    /// The bytes of a file that needs no sheets.
    func content() throws -> [UInt8] {
        guard case .bytes(let bytes) = body else { throw MosaicError(.malformed, path, "It is made of sheets.") }
        return bytes
    }
}
