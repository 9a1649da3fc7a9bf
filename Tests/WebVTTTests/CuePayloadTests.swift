import Testing
import WebVTT

@Suite struct CuePayloadTests {
    @Test(
        arguments: [
            ("sheet.jpg#xywh=1,2,3,4", "sheet.jpg", "xywh=1,2,3,4"), ("sheet.jpg", "sheet.jpg", nil),
            ("https://host/a%20b.jpg?t=1&u=2#1,2,3,4", "https://host/a%20b.jpg?t=1&u=2", "xywh=1,2,3,4"),
            ("part#1.jpg#xywh=1,2,3,4", "part#1.jpg", "xywh=1,2,3,4"), ("part#1.jpg", "part#1.jpg", nil),
            ("a.jpg#xywh=bad", "a.jpg#xywh=bad", nil), ("#xywh=1,2,3,4", "", "xywh=1,2,3,4"),
            (" \n\t a.jpg#xywh=1,2,3,4 \nsecond", "a.jpg", "xywh=1,2,3,4"), ("a b.jpg\r\n", "a b.jpg", nil),
            ("é#xywh=percent:1,2,3,4", "é", "xywh=percent:1,2,3,4"), ("a#", "a#", nil),
        ] as [(String, String, String?)])
    func `the last number sign parts URL and rectangle`(text: String, url: String, fragment: String?) {
        let payload = CuePayload(parsing: text)
        #expect(payload?.url == url)
        #expect(payload?.fragment?.description == fragment)
    }

    @Test(arguments: ["", " ", "\n\n", "\t\r\n "])
    func `blank text has no payload`(text: String) {
        #expect(CuePayload(parsing: text) == nil)
    }

    @Test func `a payload is written as one line`() {
        let fragment = MediaFragment(x: 0, y: 144, width: 256, height: 144)
        #expect(CuePayload(url: "sheet-0.jpg", fragment: fragment).description == "sheet-0.jpg#xywh=0,144,256,144")
        #expect(CuePayload(url: "sheet-0.jpg", fragment: nil).description == "sheet-0.jpg")
    }
}
