import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleEncodingTests {
    @Test func `bytes that are not UTF-8 and NUL are found on their lines`() throws {
        let file = Array("WEBVTT\r\n\r\nNOTE é👍 \u{FFFD}\n".utf8) + [0x61, 0xFC, 0x0A, 0x62, 0x00, 0x0A, 0xE2, 0x82]
        #expect(try DoctorRule.encoding.lines(in: file) == [4, 5, 6])
    }

    @Test func `text beyond ASCII is in order`() throws {
        #expect(try DoctorRule.encoding.lines(in: track(payloads: ["é👍.jpg#xywh=0,0,1,1"])) == [])
    }
}
