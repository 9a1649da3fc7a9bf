/// The header fields of an answer, whatever the case of their names.
package struct HTTPHeaders: Hashable, Sendable {
    private let fields: [String: String]

    /// Takes names and values as they came.
    package init(_ fields: [String: String]) {
        self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of a field; nil where the answer does not have it.
    package subscript(_ name: String) -> String? { fields[name.lowercased()] }
}
