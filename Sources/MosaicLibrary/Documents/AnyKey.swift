/// Any key of a JSON object, to read the keys that a type does not declare.
package struct AnyKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue _: Int) { nil }
}
