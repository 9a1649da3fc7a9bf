import Mosaic

/// Parses the parameters of a query that decide about access, where two parsers must never differ.
package enum QueryValues {
    /// The decoded value of the only parameter with this name; nil without one, with several, or where it cannot be
    /// decoded.
    ///
    /// A plus sign stays a plus sign, because tokens contain it.
    package static func only(_ name: String, in query: String) -> String? {
        var found: String?
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            guard PercentEncoding.decoded(key) == name else { continue }
            guard found == nil, let value = PercentEncoding.decoded(pair[key.endIndex...].dropFirst()) else {
                return nil
            }
            found = value
        }
        return found
    }
}
