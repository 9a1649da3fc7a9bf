/// The header fields of a response; names compare without case.
package struct HTTPHeaders: Hashable, Sendable {
    /// The values by their names in lower case.
    package let fields: [String: String]

    /// Takes names and values as they came.
    package init(_ fields: [String: String]) {
        self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of a field; nil where the answer does not have it.
    package subscript(_ name: String) -> String? { fields[name.lowercased()] }

    /// Whether the body is packed in a way that may make it any number of times longer.
    ///
    /// Deflate gains a factor of about 1000, so that 64 KiB of it are at most 64 MiB; other codings have no such bound.
    package var mayUnpackWithoutEnd: Bool {
        guard let coding = self["Content-Encoding"]?.lowercased(), !["", "identity"].contains(coding) else {
            return false
        }
        guard ["gzip", "x-gzip", "deflate"].contains(coding), let length = self["Content-Length"].flatMap(Int.init)
        else { return true }
        return !(0...(64 << 10)).contains(length)
    }
}
