import Foundation

/// Encodes answers with sorted keys, so that equal answers are equal bytes.
enum JSONBody {
    /// The bytes of a value whose encoding cannot fail: it holds text and whole numbers.
    static func bytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try Array(encoder.encode(value))
        } catch {
            preconditionFailure("An answer cannot be encoded: \(error)")
        }
    }
}
