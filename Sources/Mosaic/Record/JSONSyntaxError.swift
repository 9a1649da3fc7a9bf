/// The first place where bytes are not valid JSON.
package struct JSONSyntaxError: Hashable, Sendable {
    /// The number of the byte, from 1; of a text that is cut off, the last byte.
    package let byte: Int
    /// Whether the text ends before its value does.
    package let isCutOff: Bool

    /// Checks a text; `nil` if it is one JSON value.
    ///
    /// - Complexity: O(`bytes.count`).
    package init?(in bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        do throws(JSONFault) {
            try reader.skip()
            try reader.end()
            return nil
        } catch {
            let rest = bytes.dropFirst(reader.position)
            let isBegun = ["true", "false", "null"].contains { $0.utf8.starts(with: rest) }
            isCutOff = rest.isEmpty || (isBegun && error.sentence == JSONFault.unknownWord.sentence)
            byte = isCutOff ? bytes.count : reader.position + 1
        }
    }

    /// The error in words: `byte 7 of 10 is wrong`, or `it is cut off after byte 10`.
    ///
    /// - Parameter bytes: The text that was checked.
    package func words(in bytes: [UInt8]) -> String {
        isCutOff ? "it is cut off after byte \(byte)" : "byte \(byte) of \(bytes.count) is wrong"
    }

    /// The place for people: `line 3, column 2`, both from 1.
    ///
    /// - Parameter bytes: The text that was checked.
    package func place(in bytes: [UInt8]) -> String {
        let before = bytes.prefix(max(byte - 1, 0))
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return "line \(max(lines.count, 1)), column \((lines.last?.count ?? 0) + 1)"
    }
}

extension JSONFault {
    /// Key and sentence, or the byte where the text stops being JSON.
    ///
    /// - Parameter bytes: The text that was read.
    func description(in bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "The file is empty." }
        return JSONSyntaxError(in: bytes).map { "It is not valid JSON: \($0.words(in: bytes))." } ?? description
    }
}
