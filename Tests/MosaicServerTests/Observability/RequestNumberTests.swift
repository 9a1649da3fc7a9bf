import NIOCore
import Testing

@testable import MosaicServer

struct RequestNumberTests {
    @Test func `ids have 16 digits, are written like their description, and do not repeat`() {
        var seen: Set<String> = []
        for _ in 0..<20_000 {
            let number = RequestNumber.next()
            var buffer = ByteBuffer()
            number.write(into: &buffer)
            let text = number.description
            #expect(buffer.readableBytesView.elementsEqual(text.utf8))
            #expect(text.utf8.count == 16 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            seen.insert(text)
        }
        #expect(seen.count == 20_000)
    }
}
