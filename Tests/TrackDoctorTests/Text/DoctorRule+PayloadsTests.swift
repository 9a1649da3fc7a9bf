import Testing
import WebVTT

@testable import TrackDoctor

struct DoctorRulePayloadsTests {
    @Test func `a picture without a rectangle is found, with another fragment or without`() throws {
        let file = track(payloads: ["a.jpg", "a.jpg#xywh=0,0,1,1", "a#1.jpg", "a.jpg#0,0,1,1", "a.jpg#xywh=0,0,1"])
        #expect(try DoctorRule.missingFragments.lines(in: file) == [3, 9])
    }

    @Test(arguments: [
        "xywh=0,0,16", "xywh=0,0,16,9,1", "xywh=-1,0,16,9", "xywh=.5,0,16,9", "xywh=0, 0, 16, 9", "xywh=",
        "XYWH=0,0,1,1",
        "xywh=px:0,0,16,9", "0,0,16", "-1,0,16,9", "xywh=99999999999999999999,0,1,1",
    ])
    func `a malformed rectangle is found`(fragment: String) throws {
        #expect(try DoctorRule.malformedFragments.lines(in: track(payloads: ["a.jpg#\(fragment)"])) == [3])
    }

    @Test(arguments: [
        "a.jpg#xywh=0,0,16,9", "a.jpg#xywh=percent:0,0,50,50", "a.jpg#0,0,16,9", "a.jpg", "a#1.jpg", "a#",
    ])
    func `rectangles and other fragments are accepted`(payload: String) throws {
        #expect(try DoctorRule.malformedFragments.lines(in: track(payloads: [payload])) == [])
    }

    @Test func `decimals are found, also whole ones`() throws {
        let payloads = [
            "a#xywh=160.0,0.0,160.0,90.0", "a#xywh=160,0,160,90", "a#xywh=0.5,0,16,9", "a#xywh=percent:0.0,0,50.0,50",
            "a.b.jpg",
        ]
        let file = track(payloads: payloads)
        #expect(try DoctorRule.decimalFragments.lines(in: file) == [3, 9, 12])
        #expect(try DoctorRule.malformedFragments.lines(in: file) == [])
    }

    @Test func `a fragment that is invalid for another reason is not found`() throws {
        let payloads = ["a#xywh=1.0,2.0,3.0", "a#xywh=-1.0,0,1,1", "a#xywh=1.,0,1,1", "a#xywh=.5,0,1,1", "a#1.2.jpg"]
        #expect(try DoctorRule.decimalFragments.lines(in: track(payloads: payloads)) == [])
    }

    @Test func `four numbers without a name are found`() throws {
        let file = track(payloads: ["a.jpg#0,0,16,9", "a.jpg#xywh=0,0,16,9", "a#1.jpg"])
        #expect(try DoctorRule.bareFragments.lines(in: file) == [3])
    }

    @Test func `a rectangle beside a time, or percent-encoded, is found`() throws {
        let payloads = ["a#t=0,10&xywh=0,0,16,9", "a#xywh=0,0,16,9&t=5", "a#xywh=0%2C0%2C16%2C9", "a#t=5&0,0,16,9"]
        #expect(try DoctorRule.combinedFragments.lines(in: track(payloads: payloads)) == [3, 6, 9, 12])
    }

    @Test func `a single fragment is accepted after any query`() throws {
        let payloads = ["a?b&c%20d#xywh=0,0,16,9", "a#xywh=percent:0,0,50,50", "a#t=5", "a?b&c"]
        #expect(try DoctorRule.combinedFragments.lines(in: track(payloads: payloads)) == [])
    }

    @Test func `a rectangle without width or height is found`() throws {
        let file = track(payloads: ["a#xywh=0,0,0,9", "a#xywh=0,0,16,0", "a#xywh=0,0,1,1", "a"])
        #expect(try DoctorRule.emptyFragments.lines(in: file) == [3, 6])
    }

    @Test func `a named pixel unit is found, in the fragment only`() throws {
        let file = track(payloads: [
            "a#xywh=pixel:0,0,1,1", "a#xywh=0,0,1,1", "a#xywh=percent:0,0,1,1", "pixel:a#xywh=0,0,1,1",
        ])
        #expect(try DoctorRule.pixelUnits.lines(in: file) == [3])
    }

    @Test func `percentages are found`() throws {
        let file = track(payloads: ["a#xywh=percent:0,0,1,1", "a#xywh=0,0,1,1", "a#xywh=pixel:0,0,1,1"])
        #expect(try DoctorRule.percentUnits.lines(in: file) == [3])
    }

    @Test func `a cue that names no picture is found`() throws {
        #expect(try DoctorRule.emptyPayloads.lines(in: track(payloads: ["", "a.jpg", " \t"])) == [3, 9])
    }

    @Test func `a payload of two lines is found`() throws {
        #expect(try DoctorRule.payloadLines.lines(in: track(payloads: ["a.jpg\n ", "a.jpg\nb.jpg", ""])) == [7])
    }

    @Test func `the identifier of a next cue that no blank line parts is found`() throws {
        let file = "WEBVTT\n\n00:00.000 --> 00:01.000\na\n2\n00:01.000 --> 00:02.000\nb"
        #expect(try DoctorRule.payloadLines.lines(in: file) == [3])
    }

    @Test func `an ampersand as HTML writes it is found, one as URLs do is not`() throws {
        let file = track(payloads: ["a.jpg?b=1&amp;c=2#xywh=0,0,1,1", "a.jpg?b=1&c=2#xywh=0,0,1,1"])
        #expect(try DoctorRule.escapedAmpersands.lines(in: file) == [3])
    }

    @Test func `a URL that begins at the host's root is found`() throws {
        let payloads = [
            "/films/a.jpg#xywh=0,0,16,9", "a.jpg#xywh=0,0,16,9", "//cdn.example/a.jpg#xywh=0,0,16,9",
            "https://cdn.example/a.jpg#xywh=0,0,16,9", "/a.jpg",
        ]
        #expect(try DoctorRule.rootAbsoluteURLs.lines(in: track(payloads: payloads)) == [3, 15])
    }

    @Test(arguments: [
        (["a.jpg", "https://cdn.example/b.jpg", "c.jpg", "/d.jpg"], [6, 12]),
        (["https://cdn.example/a.jpg", "b.jpg", "//cdn.example/c.jpg"], [6]), (["/a.jpg", "../b.jpg"], [6]),
    ])
    func `URLs of another kind than the first cue's are found`(payloads: [String], lines: [Int]) throws {
        #expect(try DoctorRule.mixedURLs.lines(in: track(payloads: payloads)) == lines)
    }

    @Test(arguments: [
        ["a.jpg", "../b/c.jpg", "d.jpg?u=https://x"], ["https://a.example/a.jpg", "http://b.example/b.jpg", "/c.jpg"],
    ])
    func `URLs of one kind are in order`(payloads: [String]) throws {
        #expect(try DoctorRule.mixedURLs.lines(in: track(payloads: payloads)) == [])
    }

    @Test func `two slashes in a relative URL are found`() throws {
        let payloads = [
            "a.jpg?a=//x", "a//b.jpg", "a/b.jpg?c=/d", "https://a.example//b.jpg", "//a.example/b.jpg", "/a//b",
        ]
        #expect(try DoctorRule.doubleSlashes.lines(in: track(payloads: payloads)) == [3, 6])
    }
}
