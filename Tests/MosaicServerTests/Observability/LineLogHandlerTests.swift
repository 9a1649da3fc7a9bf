import Foundation
import HTTPTypes
import Logging
import Testing

@testable import MosaicServer

struct LineLogHandlerTests {
    private static let time = LogTime(millisecondsSince1970: 784_111_777_250)
    /// Values of an attacker who wants to forge log lines.
    private static let hostile = [
        "a\n1994-11-06T08:49:37.250Z info mosaic: request", "\r\n", "\u{1B}[2J\u{1B}]0;x\u{7}", "\" status=200 \"",
        "\\", "\\\"", "\",\"level\":\"debug", "\u{2028}\u{2029}\u{85}\u{B}\u{C}", "\u{202E}cba", "\u{0}", "", " ",
        "a=b", "\u{1F600}\u{FFFD}", String(decoding: [0x61, 0xFF, 0xC3, 0x28], as: UTF8.self),
    ]

    @Test func `an event is a line of text`() {
        var handler = LineLogHandler(label: "mosaic", format: .text)
        handler.metadata = ["request_id": "12ab", "code": "lost"]
        let metadata: Logger.Metadata = [
            "error": "No such \"file\"\n", "code": "late", "many": ["a", "b"], "empty": "", "a b": "c",
        ]
        #expect(
            Self.text(handler, "It failed.", metadata, .error)
                == #"1994-11-06T08:49:37.250Z error mosaic: It failed. "a b"=c code=late empty="" "#
                + #"error="No such \"file\"\n" many="[\"a\", \"b\"]" request_id=12ab"# + "\n")
        #expect(
            Self.text(LineLogHandler(label: "a\nb", format: .text), "one\ntwo=3", [:], .debug)
                == #"1994-11-06T08:49:37.250Z debug "a\nb": "one\ntwo=3""# + "\n")
    }

    @Test func `an event is a line of JSON`() {
        var handler = LineLogHandler(label: "mosaic", format: .json)
        handler.metadata = ["request_id": "12ab"]
        #expect(
            Self.text(handler, "It \"failed\".", ["code": "late", "time": "never", "logger": "other"], .warning)
                == #"{"time":"1994-11-06T08:49:37.250Z","level":"warning","logger":"mosaic","#
                + #""message":"It \"failed\".","code":"late","request_id":"12ab"}"# + "\n")
    }

    @Test func `a whole number of an event is one in JSON, and nothing that only looks like it`() {
        let metadata: Logger.Metadata = [
            "a": .stringConvertible(7), "b": .stringConvertible(UInt64.max), "c": "7",
            "d": .stringConvertible(-1 as Int8),
            "level": .stringConvertible(3), "e": .stringConvertible(0.5),
        ]
        #expect(
            Self.text(LineLogHandler(label: "m", format: .json), "n", metadata).hasSuffix(
                #""message":"n","a":7,"b":18446744073709551615,"c":"7","d":-1,"e":"0.5"}"# + "\n"))
        #expect(
            Self.text(LineLogHandler(label: "m", format: .text), "n", metadata).hasSuffix(
                " n a=7 b=18446744073709551615 c=7 d=-1 e=0.5 level=3\n"))
    }

    @Test(arguments: [LineLogHandler.Format.text, .json])
    func `an error and what the task provides go with an event`(format: LineLogHandler.Format) throws {
        var handler = LineLogHandler(label: "mosaic", format: format)
        handler.metadata = ["a": "handler", "b": "handler"]
        handler.metadataProvider = Logger.MetadataProvider { ["b": "task", "c": "task"] }
        let event = LogEvent(
            level: .error, message: "m", error: CancellationError(), metadata: ["c": "event"], source: nil, file: "",
            function: "", line: 1)
        let line = String(decoding: handler.line(event, time: Self.time), as: UTF8.self)
        let members =
            format == .text
            ? "a=handler b=task c=event error=CancellationError()"
            : #""a":"handler","b":"task","c":"event","error":"CancellationError()""#
        #expect(line.contains(members))
    }

    @Test(arguments: hostile)
    func `an event is one line, and its values cannot add fields`(text: String) throws {
        let metadata: Logger.Metadata = ["a": "\(text)", "\(text)": "z"]
        let members = ["a": text, text: "z"]
        let line = Self.text(LineLogHandler(label: "mosaic", format: .text), text, metadata)
        #expect(Self.isOneLine(line))
        // Outside of JSON strings there is nothing but names and plain values.
        let plain = line.dropLast().replacing(#/"([^"\\]|\\.)*"/#, with: "Q")
        #expect(!plain.contains("\"") && plain.matches(of: #/ [!-~]+=/#).count == 2)

        let json = Self.text(LineLogHandler(label: text, format: .json), text, metadata)
        #expect(Self.isOneLine(json))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
        let begin = [
            "message": text, "logger": text, "level": "info", "time": "1994-11-06T08:49:37.250Z",
        ]
        #expect(object == begin.merging(members) { $1 })
    }

    @Test func `a request is a line of either kind`() throws {
        let request = Self.request("/storyboards/film/tile?t=83.5&token=s3cret")
        #expect(
            Self.text(LineLogHandler(label: "mosaic", format: .text), request)
                == "1994-11-06T08:49:37.250Z info mosaic: request method=GET "
                + "target=/storyboards/film/tile?t=83.5&token=... status=206 bytes=123456 duration_us=1500002 "
                + "request_id=12ab\n")
        #expect(
            Self.text(LineLogHandler(label: "mosaic", format: .json), request)
                == #"{"time":"1994-11-06T08:49:37.250Z","level":"info","logger":"mosaic","message":"request","#
                + #""method":"GET","target":"/storyboards/film/tile?t=83.5&token=...","status":206,"#
                + #""bytes":123456,"duration_us":1500002,"request_id":"12ab"}"# + "\n")
    }

    @Test(arguments: ["/a\nb", "/%00%ff%0a", "/\u{1B}[2J", "/a\"b", "/a b", "/é", "/\u{2028}", "*", ""])
    func `a request is one line, its target as it is shown`(target: String) throws {
        let shown = LoggedTarget(target).description
        let line = Self.text(LineLogHandler(label: "mosaic", format: .text), Self.request(target))
        #expect(Self.isOneLine(line))
        let isPlain = !shown.isEmpty && !shown.contains("\"")
        #expect(line.contains(" target=\(isPlain ? shown : "\"\(shown.replacing("\"", with: "\\\""))\"") status=206 "))
        let json = Self.text(LineLogHandler(label: "mosaic", format: .json), Self.request(target))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["target"] as? String == shown && object["status"] as? Int == 206)
    }

    @Test func `a request's line holds the handler's metadata once`() {
        var handler = LineLogHandler(label: "mosaic", format: .text)
        handler.metadata = ["request_id": "other", "host": "here", "a": "b"]
        #expect(Self.text(handler, Self.request("/")).hasSuffix(" request_id=12ab a=b host=here\n"))
    }

    private static func request(_ target: String) -> LoggedRequest {
        LoggedRequest(
            number: "12ab", method: "GET", target: target, status: .partialContent, bytes: 123_456,
            duration: .microseconds(1_500_002))
    }

    private static func text(_ handler: LineLogHandler, _ request: LoggedRequest) -> String {
        String(decoding: handler.line(request, time: time), as: UTF8.self)
    }

    private static func text(
        _ handler: LineLogHandler, _ message: String, _ metadata: Logger.Metadata, _ level: Logger.Level = .info
    ) -> String {
        let event = LogEvent(
            level: level, message: "\(message)", metadata: metadata, source: nil, file: "", function: "", line: 1)
        return String(decoding: handler.line(event, time: time), as: UTF8.self)
    }

    private static func isOneLine(_ line: String) -> Bool {
        line.utf8.last == UInt8(ascii: "\n")
            && !line.unicodeScalars.dropLast().contains {
                CharacterSet.newlines.contains($0) || CharacterSet.controlCharacters.contains($0)
            }
    }
}
