package import class Foundation.JSONEncoder

extension JSONEncoder {
    /// Creates an encoder with unescaped slashes, and with sorted keys, so that equal values have equal bytes.
    package static func sorted(_ further: OutputFormatting = []) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, further]
        return encoder
    }
}
