import Foundation
import Seeded
import Testing
import TiledJPEG
import WebVTT

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import PlayerFormats

struct ContactSheetTests {
    static let size = PixelSize(width: 64, height: 48)

    static func sheet(title: String = "A film", titles: [String?], columns: Int = 2) -> [UInt8] {
        ContactSheet.svg(
            title: title,
            tiles: titles.enumerated().map {
                (EncodedPicture.jpeg(size, seed: UInt64($0)), Timestamp(milliseconds: Int64($0) * 90_500), $1)
            }, tile: size, columns: columns)
    }

    @Test func `pictures, times and escaped titles are in the order of tiles`() throws {
        let titles = ["Opening", nil, "<script>alert(1)</script> & \"]]>\" \u{1}", "Füße\n映画"]
        let found = try SVGContent(Self.sheet(title: "Tom & Jerry", titles: titles))
        #expect(found.pictures == (0..<4).map { EncodedPicture.jpeg(Self.size, seed: $0) })
        #expect(
            found.texts == [
                "Tom & Jerry", "00:00:00.000", "Opening", "00:01:30.500", "00:03:01.000",
                "<script>alert(1)</script> & \"]]>\" \u{FFFD}", "00:04:31.500", "Füße 映画",
            ])
        #expect(!found.elements.contains("script"))
    }

    @Test func `a contact sheet loads no external resource`() throws {
        let sheet = String(decoding: Self.sheet(titles: ["x", "y"]), as: UTF8.self)
        let addresses = sheet.split(separator: "href=\"").dropFirst()
        #expect(addresses.count == 2)
        #expect(addresses.allSatisfy { $0.hasPrefix("data:image/jpeg;base64,") })
        #expect(!sheet.contains("url("))
        #expect(sheet.split(separator: "http").count == 2, "The namespace alone is an address.")
    }

    @Test func `the page is as large as its cells`() throws {
        for (count, columns, width, height) in [(1, 6, 96, 162), (4, 2, 176, 268), (5, 2, 176, 374), (0, 3, 96, 56)] {
            let found = try SVGContent(Self.sheet(titles: Array(repeating: nil, count: count), columns: columns))
            #expect(found.size == PixelSize(width: width, height: height), "\(count) tiles in \(columns) columns")
        }
    }

    @Test func `base64 equals Foundation's`() {
        var random = SeededGenerator(seed: 64)
        for count in Array(0...70) + [4_096] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var text: [UInt8] = []
            Base64.append(bytes, to: &text)
            #expect(String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString())
        }
    }
}

/// The content of a contact sheet, read by an XML parser.
private final class SVGContent: NSObject, XMLParserDelegate {
    private(set) var elements: [String] = []
    private(set) var pictures: [[UInt8]] = []
    private(set) var texts: [String] = []
    private(set) var size = PixelSize(width: 0, height: 0)
    private var text: String?

    init(_ file: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(file))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if elements.isEmpty {
            size = PixelSize(width: Int(attributes["width"] ?? "") ?? 0, height: Int(attributes["height"] ?? "") ?? 0)
        }
        elements.append(name)
        if name == "text" { text = "" }
        guard name == "image", let data = attributes["href"]?.split(separator: ",").last else { return }
        pictures.append(Array(Data(base64Encoded: String(data)) ?? Data()))
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text? += characters }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard name == "text", let finished = text else { return }
        texts.append(finished)
        text = nil
    }
}
