/// A host and optionally a port: the value of `Host`.
///
/// See [RFC 9110, section 7.2](https://www.rfc-editor.org/rfc/rfc9110#section-7.2).
package struct Authority: Hashable, Sendable {
    /// The machine.
    package let host: HostName
    /// 1...65 535; nil where the scheme decides.
    package let port: Int?

    /// Parses `host` or `host:port`; nil for anything else, such as user information.
    package init?(_ text: String) {
        guard text.utf8.count <= 300 else { return nil }
        let colon = text.utf8.lastIndex(of: UInt8(ascii: ":"))
        let bracket = text.utf8.lastIndex(of: UInt8(ascii: "]"))
        var host = Substring(text)
        var port: Int?
        if let colon, bracket.map({ $0 < colon }) ?? true {
            host = text[..<colon]
            let digits = text.utf8[text.utf8.index(after: colon)...]
            if !digits.isEmpty {
                guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                    let number = UInt16(Substring(digits)), number > 0
                else { return nil }
                port = Int(number)
            }
        }
        guard let name = HostName(host) else { return nil }
        self.host = name
        self.port = port
    }
}
