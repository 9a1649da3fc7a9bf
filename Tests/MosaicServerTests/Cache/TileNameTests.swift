import Testing

@testable import MosaicServer

struct TileNameTests {
    private static let hash = "0123456789abcdef0123456789abcdef"

    @Test func `a name is read as it is written`() {
        let name = TileName(number: 12, hash: Self.hash)
        #expect(name.description == "12.\(Self.hash).jpg")
        #expect(TileName(name.description) == name)
    }

    @Test(arguments: [
        "", ".", "..", "1.jpg", "01.\(hash).jpg", "+1.\(hash).jpg", "-1.\(hash).jpg", "1000001.\(hash).jpg",
        "1.\(hash).png", "1.\(hash)", "1.\(hash).jpg.jpg", "1.\(hash.uppercased()).jpg", "1.\(hash)0.jpg",
        "1.\(hash.dropLast()).jpg", "99999999999999999999.\(hash).jpg", "1.\(hash.dropLast())/.jpg", "１.\(hash).jpg",
    ])
    func `no other name is one`(text: String) { #expect(TileName(text) == nil) }
}
