import Mosaic
import PlayerFormats
import Seeded
import Testing
import Tiers

@testable import MosaicCloud

struct S3DocumentTests {
    private static func read(_ text: String) -> XMLElement? { try? S3Document.root(of: Array(text.utf8)) }

    private static func isRead(_ text: String, _ limits: XMLElement.Limits) -> Bool {
        (try? S3Document.root(of: Array(text.utf8), limits: limits)) != nil
    }

    @Test func `elements, attributes, entities and comments are read`() {
        let root = Self.read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- A -->
            <s3:A xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/" b='&lt;'><B>x &amp; &#38; &#x26; &quot;ü&quot;</B><C/>
            <D ></D><!-- > --></s3:A>

            """)
        #expect(root?.name == "A" && root?["B"] == "x & & & \"ü\"" && root?["C"] == "" && root?["D"] == "")
        #expect(root?.children.map(\.name) == ["B", "C", "D"])
    }

    @Test(arguments: [
        "", " ", "A", "<A>", "<A></B>", "<A></A><B/>", "<A/>x", "</A>", "<A", "<A b></A>", "<A b=c/>", "<A b='/>",
        "<A b='1'c='2'/>", "<A>&</A>", "<A>&amp</A>", "<A>&unknown;</A>", "<A>&#0;</A>", "<A>&#xD800;</A>",
        "<A>&#x110000;</A>",
        "<A>&#-1;</A>", "<A>&#+65;</A>", "<A>&#;</A>",
        "<!DOCTYPE A [<!ENTITY b \"bbb\">]><A>&b;</A>", "<!DOCTYPE A SYSTEM \"file:///etc/passwd\"><A/>",
        "<?xml", "<!--", "<A><!--</A>", "<A></A ", "<A></AB>",
    ])
    func `everything else is refused`(text: String) { #expect(Self.read(text) == nil) }

    @Test func `refuses bytes that are not UTF-8`() {
        #expect((try? S3Document.root(of: [0x3C, 0x41, 0x3E, 0xFF, 0x3C, 0x2F, 0x41, 0x3E])) == nil)
    }

    @Test func `bytes, elements and depth are limited`() {
        let deep = String(repeating: "<A>", count: 12) + String(repeating: "</A>", count: 12)
        #expect(Self.read(deep) != nil)
        #expect(Self.read("<A>" + deep + "</A>") == nil)
        #expect(Self.read(String(repeating: "<A>", count: 1_000_000)) == nil)
        let wide = "<A>" + String(repeating: "<B/>", count: 10) + "</A>"
        #expect(Self.isRead(wide, XMLElement.Limits(elements: 11)))
        #expect(!Self.isRead(wide, XMLElement.Limits(elements: 10)))
        #expect(!Self.isRead(wide, XMLElement.Limits(bytes: wide.utf8.count - 1)))
    }

    @Test func `no damage of a page makes the reader fail otherwise than by its error`() {
        let page = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
            <IsTruncated>true</IsTruncated><NextContinuationToken>abc=</NextContinuationToken><EncodingType>url</EncodingType>\
            <Contents><Key>a/ch1_0s.jpg</Key><LastModified>2009-10-12T17:50:30.000Z</LastModified>\
            <ETag>&quot;781e5e245d69b566979b86e28d23f2c7&quot;</ETag><Size>10</Size></Contents>\
            <CommonPrefixes><Prefix>a/b/</Prefix></CommonPrefixes></ListBucketResult>
            """.utf8)
        guard let bucket = BucketAddress("s3://abc/a/") else { return }
        var random = SeededGenerator(seed: 171)
        var pages = 0
        for _ in Tier.rounds(20_000, quick: 1_000) {
            var bytes = page
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
                default: bytes.insert(contentsOf: page.suffix(index % 40), at: index)
                }
                if bytes.isEmpty { break }
            }
            guard let root = try? S3Document.root(of: bytes),
                let read = try? ListingDocument.page(root, of: BucketQuery(bucket))
            else { continue }
            pages += 1
            #expect((read.objects.map(\.key) + read.folders).allSatisfy { $0.hasPrefix("a/") })
        }
        #expect(pages > (Tier.isThorough ? 1_000 : 100))
    }
}
