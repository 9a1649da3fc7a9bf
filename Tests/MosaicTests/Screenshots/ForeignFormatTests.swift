import Testing

@testable import Mosaic

struct ForeignFormatTests {
    @Test(arguments: [("ch1_4s.webp", "WebP"), ("a.b.HEIC", "HEIC"), (".avif", "AVIF"), ("ch1_4s.jpg.gif", "GIF")])
    func `an unsupported picture format is recognized by the file extension`(name: String, format: String) {
        #expect(ForeignFormat(ofFile: name)?.reason == "\(format) is not read; JPEG and PNG are.")
    }

    @Test(arguments: ["ch1_4s.jpg", "ch1_4s.png", "webp", "notes.txt", "a.webp.jpg", "a.webp ", "", "."])
    func `every other file is not`(name: String) { #expect(ForeignFormat(ofFile: name) == nil) }
}
