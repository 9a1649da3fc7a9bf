import Foundation
import Testing

@testable import Mosaic

struct LongArrayJSONTests {
    private struct Element: Codable, Equatable {
        let n: Int
    }

    private struct Outline: Codable, Equatable {
        var a: String
        var list: [Element]?
        var z: [Int]
    }

    private static func text(_ count: Int) -> String {
        #"{"a":"\"list\":[1]","list":["#
            + (0..<count).map { #"{"n":\#($0)}"# }.joined(separator: " ,\n")
            + #"],"z":[1,2]}"#
    }

    @Test(arguments: [0, 1, 499, 500, 501, 1_700])
    func `a list is read in groups as it is read at once`(count: Int) throws {
        let bytes = Array(Self.text(count).utf8)
        let json = try #require(LongArrayJSON(bytes, member: "list"))
        #expect(json.count == count)
        var read = try JSONDecoder().decode(Outline.self, from: json.rest)
        #expect(read.list == nil)
        read.list = try json.elements(Element.self) { $0 }
        #expect(read == (try JSONDecoder().decode(Outline.self, from: Data(bytes))))
    }

    @Test(arguments: [0, 1, 499, 500, 501, 1_700])
    func `a list is written in groups as it is written at once`(count: Int) throws {
        let elements = (0..<count).map(Element.init)
        let outline = Outline(a: #""list":[1]"#, list: elements, z: [1, 2])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let whole = String(decoding: try encoder.encode(outline), as: UTF8.self)
        var short = outline
        short.list = []
        #expect(try LongArrayJSON.text(of: short, "list", elements, encoder: encoder) == whole)
    }

    @Test func `an error names the element's place in the whole list`() throws {
        let text = Self.text(1_200).replacingOccurrences(of: #"{"n":1100}"#, with: #"{"n":"x"}"#)
        let json = try #require(LongArrayJSON(Array(text.utf8), member: "list"))
        #expect {
            _ = try json.elements(Element.self) { $0 }
        } throws: { error in
            guard case DecodingError.typeMismatch(_, let context) = error else { return false }
            return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["list", "1100", "n"]
        }
    }

    @Test(arguments: [
        "", "[]", #"{"list":7}"#, #"{"list":null}"#, #"{"a":[]}"#, #"{"list":[}"#, #"{"list":[]} x"#,
        #"{"list":[],"list":[]}"#,
    ])
    func `text without exactly one long list is left to a general decoder`(text: String) {
        #expect(LongArrayJSON(Array(text.utf8), member: "list") == nil)
    }
}
