package import HTTPTypes
import Mosaic

/// The position of a request in a trace: the value of the header field `traceparent`.
///
/// See [Trace Context, section 3.2](https://www.w3.org/TR/trace-context/#traceparent-header).
package struct TraceParent: Hashable, Sendable {
    /// 32 hexadecimal digits in lower case, not all of them 0.
    package let traceID: String
    /// The caller's span: 16 hexadecimal digits in lower case, not all of them 0.
    package let spanID: String
    /// Flag bits. The lowest bit is set if the caller may have recorded the trace.
    package let flags: UInt8

    /// Parses a field's value; `nil` for an invalid `traceparent`, which is treated as missing.
    ///
    /// Later versions may have further text after the flags, which is ignored, and flags that version 00 does not
    /// define, which are cleared.
    package init?(parsing field: String) {
        let text = Array(FieldText.trimmed(Substring(field).utf8))
        guard text.count >= Self.length, text.count == Self.length || text[Self.length] == Self.dash,
            [2, 35, 52].allSatisfy({ text[$0] == Self.dash }),
            let version = Self.digits(text[0..<2]), version != "ff", version != "00" || text.count == Self.length,
            let traceID = Self.digits(text[3..<35]), traceID.contains(where: { $0 != "0" }),
            let spanID = Self.digits(text[36..<52]), spanID.contains(where: { $0 != "0" }),
            let flags = Self.digits(text[53..<55]).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        self.traceID = traceID
        self.spanID = spanID
        self.flags = version == "00" ? flags : flags & 1
    }

    /// The value of the field in version 00, for requests to other services.
    package var fieldValue: String { "00-\(traceID)-\(spanID)-\(Hexadecimal.text(of: [flags]))" }

    /// Length of a value of version 00 in characters.
    private static let length = 55
    private static let dash = UInt8(ascii: "-")

    private static func digits(_ text: ArraySlice<UInt8>) -> String? {
        text.allSatisfy { Hexadecimal.value(of: $0) != nil } ? String(decoding: text, as: UTF8.self) : nil
    }
}

extension HTTPField.Name {
    /// The position of a request in a trace.
    package static let traceParent = constant("traceparent")
}
