package import HTTPTypes
import Mosaic

/// The place of a request in a trace, as the field `traceparent` tells it.
///
/// See [Trace Context, section 3.2](https://www.w3.org/TR/trace-context/#traceparent-header).
package struct TraceParent: Hashable, Sendable {
    /// 32 hexadecimal digits in lower case, not all of them 0.
    package let traceID: String
    /// The caller's span: 16 hexadecimal digits in lower case, not all of them 0.
    package let spanID: String
    /// Bits; the lowest says that the caller may have recorded the trace.
    package let flags: UInt8

    /// Parses a field's value; nil for an invalid `traceparent`, which counts as missing.
    ///
    /// Later versions may have more after the flags, which is left out, and flags that version 00 does not know.
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

    /// The value of the field in version 00, to pass on.
    package var fieldValue: String { "00-\(traceID)-\(spanID)-\(Hexadecimal.text(of: [flags]))" }

    /// Characters of a value of version 00.
    private static let length = 55
    private static let dash = UInt8(ascii: "-")

    private static func digits(_ text: ArraySlice<UInt8>) -> String? {
        text.allSatisfy { Hexadecimal.value(of: $0) != nil } ? String(decoding: text, as: UTF8.self) : nil
    }
}

extension HTTPField.Name {
    /// The place of a request in a trace.
    package static let traceParent = constant("traceparent")
}
