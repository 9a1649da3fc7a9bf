/// Text that was saved as UTF-16.
package enum UTF16Text {
    /// The text as UTF-8 without its byte order mark; nil where the bytes are not UTF-16.
    ///
    /// UTF-16 is recognized by its byte order mark, or by a signature every other byte of which is zero.
    package static func utf8(of bytes: [UInt8]) -> [UInt8]? {
        guard let (isBigEndian, start) = form(bytes.prefix(12)) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for offset in stride(from: start, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func form(_ beginning: ArraySlice<UInt8>) -> (isBigEndian: Bool, start: Int)? {
        // FF FE 00 00 would be UTF-32.
        if beginning.starts(with: [0xFF, 0xFE]), !beginning.starts(with: [0xFF, 0xFE, 0, 0]) { return (false, 2) }
        if beginning.starts(with: [0xFE, 0xFF]) { return (true, 2) }
        if beginning.elementsEqual("WEBVTT".utf8.flatMap { [$0, 0] }) { return (false, 0) }
        if beginning.elementsEqual("WEBVTT".utf8.flatMap { [0, $0] }) { return (true, 0) }
        return nil
    }
}
