import Mosaic

/// A query whose pairs are encoded and sorted, as it is both signed and sent.
package struct CanonicalQuery: Sendable {
    /// The pairs, joined; empty where there are none.
    package let text: String

    /// Encodes and sorts pairs.
    package init(_ pairs: [(name: String, value: String)]) {
        text =
            pairs
            .map { (PercentEncoding.encoded($0.name), PercentEncoding.encoded($0.value)) }
            .sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 < $1.0 }
            .map { "\($0.0)=\($0.1)" }
            .joined(separator: "&")
    }
}
