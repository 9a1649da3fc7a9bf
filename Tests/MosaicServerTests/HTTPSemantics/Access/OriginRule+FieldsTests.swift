import HTTPTypes
import Testing
import WebOrigins

@testable import MosaicServer

struct OriginRuleFieldsTests {
    private static let page = "https://player.example"
    private static let editor = "https://editor.example"

    private static func rule(readers: [String]? = nil, embedding: OriginRule.Embedding = .crossOrigin) -> OriginRule {
        OriginRule(
            readers: readers.map { .only(Set($0.compactMap(Origin.init))) } ?? .all,
            writers: Set([editor].compactMap(Origin.init)), embedding: embedding)
    }

    private static func preflight(_ origin: String, _ method: String) -> HTTPFields {
        [.origin: origin, .accessControlRequestMethod: method, .accessControlRequestHeaders: "authorization"]
    }

    @Test(arguments: ["GET", "HEAD"]) func `any page gets leave to read by default`(method: String) throws {
        let fields = try #require(
            OriginRule().preflightFields(for: Self.preflight(Self.page, method), isPublished: true))
        #expect(fields[.accessControlAllowOrigin] == "*")
        #expect(fields[.accessControlAllowMethods] == "GET, HEAD")
        #expect(fields[.accessControlMaxAge] == "3600")
        let names = try #require(fields[.accessControlAllowHeaders])
        for name in ["Authorization", "Range", "If-Range", "If-None-Match"] { #expect(names.contains(name)) }
        #expect(!names.contains("*"), "an asterisk does not stand for Authorization")
    }

    @Test(arguments: ["PUT", "POST", "DELETE", "PATCH", "get", "", "OPTIONS"])
    func `no page gets leave to write by default`(method: String) throws {
        let fields = try #require(
            OriginRule().preflightFields(for: Self.preflight(Self.page, method), isPublished: true))
        #expect(fields[.accessControlAllowOrigin] == nil)
        #expect(fields[.accessControlAllowMethods] == nil)
        #expect(fields[.accessControlAllowHeaders] == nil)
    }

    @Test func `a trusted page gets leave to write, and no other does`() throws {
        let fields = try #require(
            Self.rule().preflightFields(for: Self.preflight(Self.editor, "PUT"), isPublished: true))
        #expect(fields[.accessControlAllowOrigin] == Self.editor)
        #expect(fields[.accessControlAllowMethods] == "GET, HEAD, POST, PUT, DELETE")
        #expect(fields[.accessControlAllowHeaders]?.contains("Content-Type") == true)
        for origin in [Self.page, "null", "http://editor.example", "https://editor.example.evil"] {
            let refused = try #require(
                Self.rule().preflightFields(for: Self.preflight(origin, "PUT"), isPublished: true))
            #expect(refused[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func `where readers are listed, they alone get leave`() throws {
        let rule = Self.rule(readers: [Self.page])
        #expect(
            rule.preflightFields(for: Self.preflight(Self.page, "GET"), isPublished: true)?[.accessControlAllowOrigin]
                == Self.page)
        for origin in ["https://evil.example", "null", "*", Self.editor] {
            let fields = try #require(rule.preflightFields(for: Self.preflight(origin, "GET"), isPublished: true))
            #expect(fields[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func `only a preflight request gets preflight fields`() {
        #expect(OriginRule().preflightFields(for: [.origin: Self.page], isPublished: true) == nil)
        #expect(OriginRule().preflightFields(for: [.accessControlRequestMethod: "GET"], isPublished: true) == nil)
        #expect(OriginRule().preflightFields(for: [:], isPublished: true) == nil)
    }

    @Test func `every preflight response varies with the origin, method and fields of its request`() throws {
        for method in ["GET", "PUT"] {
            let fields = try #require(
                Self.rule().preflightFields(for: Self.preflight(Self.page, method), isPublished: true))
            #expect(fields[.vary] == "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
        }
    }

    @Test func `a public resource has the same fields for every origin`() {
        let asked = OriginRule().fields(for: [.origin: Self.page], method: .get, isPublished: true)
        #expect(asked == OriginRule().fields(for: [:], method: .get, isPublished: true))
        #expect(asked == OriginRule().fields(for: [.origin: "null"], method: .head, isPublished: true))
        #expect(asked[.accessControlAllowOrigin] == "*")
        #expect(asked[.vary] == nil)
        #expect(asked[.crossOriginResourcePolicy] == "cross-origin")
        for name in ["ETag", "Content-Range", "Content-Location", "Retry-After"] {
            #expect(asked[.accessControlExposeHeaders]?.contains(name) == true)
        }
    }

    @Test func `lists are shown to pages that may write, and to no others`() throws {
        for page in [Self.page, Self.editor] {
            let leave = page == Self.editor ? page : nil
            let fields = Self.rule().fields(for: [.origin: page], method: .get, isPublished: false)
            #expect(fields[.accessControlAllowOrigin] == leave)
            #expect(fields[.vary] == "Origin" && fields[.crossOriginResourcePolicy] == "cross-origin")
            let preflight = Self.rule().preflightFields(for: Self.preflight(page, "GET"), isPublished: false)
            #expect(try #require(preflight)[.accessControlAllowOrigin] == leave)
        }
        let named = Self.rule(readers: [Self.page]).fields(
            for: [.origin: Self.page], method: .get, isPublished: false)
        #expect(named[.accessControlAllowOrigin] == Self.page, "pages that are named read everything")
    }

    @Test func `a restricted resource varies with the origin, also for refused origins`() {
        let rule = Self.rule(readers: [Self.page], embedding: .sameSite)
        let asked = rule.fields(for: [.origin: Self.page], method: .get, isPublished: true)
        #expect(asked[.accessControlAllowOrigin] == Self.page)
        for request in [[:], [.origin: "https://evil.example"], [.origin: "null"]] as [HTTPFields] {
            let fields = rule.fields(for: request, method: .get, isPublished: true)
            #expect(fields[.accessControlAllowOrigin] == nil)
            #expect(fields[.accessControlExposeHeaders] == nil)
            #expect(fields[.vary] == "Origin")
            #expect(fields[.crossOriginResourcePolicy] == "same-site")
        }
    }

    @Test func `the answer to a write is shown to trusted pages alone`() {
        #expect(
            Self.rule().fields(for: [.origin: Self.editor], method: .put, isPublished: true)[.accessControlAllowOrigin]
                == Self.editor)
        #expect(
            Self.rule().fields(for: [.origin: Self.page], method: .put, isPublished: true)[.accessControlAllowOrigin]
                == nil)
        #expect(Self.rule().fields(for: [.origin: Self.page], method: .put, isPublished: true)[.vary] == "Origin")
    }

    @Test func `cookies and private networks are never opened`() throws {
        var request = Self.preflight(Self.editor, "PUT")
        request[.constant("Access-Control-Request-Private-Network")] = "true"
        let preflight = try #require(Self.rule().preflightFields(for: request, isPublished: true))
        for fields in [preflight, Self.rule().fields(for: request, method: .put, isPublished: true)] {
            #expect(fields[.accessControlAllowCredentials] == nil)
            #expect(fields[.constant("Access-Control-Allow-Private-Network")] == nil)
        }
    }
}
