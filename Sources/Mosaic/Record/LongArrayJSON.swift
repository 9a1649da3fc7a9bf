package import Foundation

/// A JSON object (RFC 8259) one member of which is a long array, read and written in groups of elements.
///
/// Foundation's decoder and encoder take several hundred bytes of memory for each object of a text until they have the
/// whole of it, ten times what a chapter takes in the end.
package struct LongArrayJSON {
    /// Elements that are decoded or encoded at a time.
    private static let groupSize = 500

    private struct Group {
        /// The position of its first element in the array.
        let first: Int
        /// Where its elements stand, with the commas between them.
        var text: Range<Int>
    }

    /// The number of elements.
    package let count: Int
    private let bytes: [UInt8]
    private let member: String
    private let array: Range<Int>
    private let groups: [Group]

    /// Finds the array in a text.
    ///
    /// - Returns: `nil` if the text is not a JSON object with exactly one such member that is an array; a general
    ///   decoder reports the fault.
    package init?(_ bytes: [UInt8], member: String) {
        var reader = JSONReader(bytes)
        var found: (text: Range<Int>, groups: [Group], count: Int)?
        do throws(JSONFault) {
            try reader.object { reader, key throws(JSONFault) in
                guard key == member else { return try reader.skip() }
                guard found == nil else { throw JSONFault("It is there twice.") }
                found = try Self.groups(&reader)
            }
            try reader.end()
        } catch {
            return nil
        }
        guard let found else { return nil }
        self.bytes = bytes
        self.member = member
        array = found.text
        groups = found.groups
        count = found.count
    }

    private static func groups(
        _ reader: inout JSONReader
    ) throws(JSONFault) -> (Range<Int>, [Group], Int) {
        var groups: [Group] = []
        var count = 0
        reader.skipSpace()
        let start = reader.position
        try reader.elements { reader throws(JSONFault) in
            reader.skipSpace()
            let first = reader.position
            try reader.skip()
            if count % groupSize == 0 { groups.append(Group(first: count, text: first..<first)) }
            let last = groups.count - 1
            groups[last].text = groups[last].text.lowerBound..<reader.position
            count += 1
        }
        return (start..<reader.position, groups, count)
    }

    /// The text with null instead of the array.
    package var rest: Data { Data(bytes[..<array.lowerBound] + Array("null".utf8) + bytes[array.upperBound...]) }

    /// Decodes the array's elements, each into what `value` makes of it.
    ///
    /// - Throws: `DecodingError` whose path begins with the member's key and the element's position, what `value` throws.
    package func elements<Element: Decodable, Value>(
        _: Element.Type, _ value: (Element) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for group in groups {
            let text = Data("[".utf8) + Data(bytes[group.text]) + Data("]".utf8)
            do {
                for element in try JSONDecoder().decode([Element].self, from: text) {
                    values.append(try value(element))
                }
            } catch let error as DecodingError {
                throw error.inGroup(from: group.first, of: member)
            }
        }
        return values
    }

    /// Encodes an object with a long array.
    ///
    /// - Parameters:
    ///   - outline: Encodes as an object that has `member` with any value.
    ///   - member: The key of the array.
    package static func text(
        of outline: some Encodable, _ member: String, _ elements: [some Encodable], encoder: JSONEncoder
    ) throws -> String {
        let bytes = Array(try encoder.encode(outline))
        var reader = JSONReader(bytes)
        var value = bytes.endIndex..<bytes.endIndex
        try reader.object { reader, key throws(JSONFault) in
            let start = reader.position
            try reader.skip()
            if key == member { value = start..<reader.position }
        }
        var text = String(decoding: bytes[..<value.lowerBound], as: UTF8.self) + "["
        for first in stride(from: 0, to: elements.count, by: groupSize) {
            let group = try encoder.encode(Array(elements[first...].prefix(groupSize)))
            text += (first == 0 ? "" : ",") + String(decoding: group.dropFirst().dropLast(), as: UTF8.self)
        }
        return text + "]" + String(decoding: bytes[value.upperBound...], as: UTF8.self)
    }
}

extension DecodingError {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int?

        init(stringValue: String) { self.stringValue = stringValue }

        init(intValue: Int) {
            self.intValue = intValue
            stringValue = "\(intValue)"
        }
    }

    /// The error of a group as an error of the whole text: its path begins with a position in the group.
    fileprivate func inGroup(from first: Int, of member: String) -> DecodingError {
        func inText(_ context: Context) -> Context {
            var path: [any CodingKey] = [Key(stringValue: member)]
            if let position = context.codingPath.first?.intValue { path.append(Key(intValue: first + position)) }
            return Context(
                codingPath: path + context.codingPath.dropFirst(), debugDescription: context.debugDescription,
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, inText(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, inText(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, inText(context))
        case .dataCorrupted(let context): .dataCorrupted(inText(context))
        @unknown default: self
        }
    }
}
