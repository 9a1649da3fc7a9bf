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
}
