/// The first place where bytes are not valid JSON.
package struct JSONSyntaxError: Hashable, Sendable {
    /// The number of the byte, from 1.
    package let byte: Int

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
            byte = min(reader.position + 1, bytes.count)
        }
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
