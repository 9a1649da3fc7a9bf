import Testing

@testable import Mosaic

struct SheetNameTests {
    private static let hash = "0123456789abcdef0123456789abcdef"

    @Test(
        arguments: [
            "sheet-0.\(hash).jpg", "sheet-12.\(hash).png", "sheet-9223372036854775807.\(hash).jpg",
        ])
    func `a valid name is unchanged`(text: String) {
        #expect(SheetName(rawValue: text)?.rawValue == text)
    }

    @Test func `a sheet is named by its number and the hash of its bytes`() {
        let hash = ContentHash(of: Array("abc".utf8))
        let name = SheetName(number: 3, hash: hash, format: .png)
        #expect(name.rawValue == "sheet-3.ba7816bf8f01cfea414140de5dae2223.png")
        #expect(SheetName(rawValue: name.rawValue) == name)
    }

    @Test(
        arguments: [
            "", ".", "..", "sheet-0", "sheet-0.jpg", "thumbnails.vtt", "mosaic.json", "/sheet-0.\(hash).jpg",
            "../sheet-0.\(hash).jpg", "a/sheet-0.\(hash).jpg", "sheet-0.\(hash).jpg/", "sheet-0/../../x.\(hash).jpg",
            "sheet-00.\(hash).jpg", "sheet-01.\(hash).jpg", "sheet-+1.\(hash).jpg", "sheet--1.\(hash).jpg",
            "sheet-.\(hash).jpg", "sheet-1 .\(hash).jpg", "sheet-٣.\(hash).jpg",
            "sheet-9223372036854775808.\(hash).jpg",
            "Sheet-0.\(hash).jpg", "sheet-0.\(hash.uppercased()).jpg", "sheet-0.\(hash).JPG", "sheet-0.\(hash).jpeg",
            "sheet-0.\(hash).gif", "sheet-0.\(hash)0.jpg", "sheet-0.\(hash.dropLast()).jpg", "sheet-0.\(hash).jpg.bak",
            "sheet-0.\(hash).", "sheet-0..jpg", "sheet-0.\(hash).jpg\0", "sheet-0.\(hash).jpg\n",
            "sheet-0.\(hash.dropLast())g.jpg", "sheet-0.\(hash).jpg\u{301}", "sheet-\u{301}0.\(hash).jpg",
            "sheet-0./\(hash.dropFirst()).jpg",
        ])
    func `any other text is not a sheet name`(text: String) {
        #expect(SheetName(rawValue: text) == nil)
    }
}
