import Mosaic

/// A query whose pairs are encoded and sorted, as it is both signed and sent.
package struct CanonicalQuery: Sendable {
    /// The pairs, joined; empty where there are none.
    package let text: String

    /// Encodes and sorts pairs.
    package init(_ pairs: [(name: String, value: String)]) {
        let encoded: [(name: String, value: String)] = pairs.map {
            (PercentEncoding.encoded($0.name), PercentEncoding.encoded($0.value))
        }
        text = encoded.sorted(by: <).map { $0.name + "=" + $0.value }.joined(separator: "&")
    }
}
