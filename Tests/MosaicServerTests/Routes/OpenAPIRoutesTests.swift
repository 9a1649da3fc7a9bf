import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

struct OpenAPIRoutesTests {
    private func document() async throws -> [String: Any] {
        try await ServedWork().ask(works: false) { client async throws in
            let answer = try await client.get("/openapi.json")
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
            return answer.bytes
        }.asJSON()
    }

    @Test func `every route is described, and everything described is a route`() async throws {
        let work = try ServedWork()
        var settings = ServerSettings()
        settings.work.isEnabled = true
        let router = try routedServer(work.library, settings, logger: .silent).router
        // HEAD answers wherever GET does.
        let served = Set(
            router.routes.filter { $0.method != .head }.map { "\($0.method) \(Self.template("\($0.path)"))" })
        let paths = try #require(try await document()["paths"] as? [String: [String: Any]])
        let described = Set(paths.flatMap { path, item in item.keys.map { "\($0.uppercased()) \(path)" } })
        #expect(described.subtracting(served).isEmpty, "no route: \(described.subtracting(served))")
        #expect(served.subtracting(described).isEmpty, "not described: \(served.subtracting(described))")
        let heads = Set(router.routes.filter { $0.method == .head }.map { "GET \(Self.template("\($0.path)"))" })
        #expect(heads == served.filter { $0.hasPrefix("GET ") })
    }

    @Test(arguments: ["", "mosaic", "/a/b/"])
    func `the described paths lie below the URL prefix`(prefix: String) async throws {
        let path = prefix.isEmpty ? "" : "/" + prefix.split(separator: "/").joined(separator: "/")
        let work = try ServedWork()
        try await work.ask(works: false) {
            $0.urlPrefix = prefix
        } _: { client async throws in
            let document = try #require(try await client.get("\(path)/openapi.json").json)
            let servers = try #require(document["servers"] as? [[String: String]])
            #expect(servers == [["url": path.isEmpty ? "/" : path]])
            #expect(try await client.get("\(path)/health").status == .ok)
        }
    }

    @Test func `every reference resolves, and each path has its parameters`() async throws {
        let document = try await document()
        var references: Set<String> = []
        func collect(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String { references.insert(reference) }
                object.values.forEach(collect)
            } else if let array = value as? [Any] {
                array.forEach(collect)
            }
        }
        collect(document)
        #expect(!references.isEmpty)
        func target(_ reference: String) -> Any? {
            reference.dropFirst(2).split(separator: "/").reduce(document as Any?) {
                ($0 as? [String: Any])?[String($1)]
            }
        }
        for reference in references { #expect(target(reference) != nil, "\(reference)") }
        for (path, item) in try #require(document["paths"] as? [String: [String: [String: Any]]]) {
            let names = path.matches(of: /\{([a-z]+)\}/).map { String($0.1) }
            for (method, operation) in item {
                let parameters = (operation["parameters"] as? [[String: String]] ?? []).compactMap { reference in
                    reference["$ref"].flatMap(target) as? [String: Any]
                }
                let inPath = parameters.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String }
                #expect(inPath.sorted() == names.sorted(), "\(method) \(path)")
            }
        }
    }

    private static func template(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : $0 == "**" ? "{path}" : String($0) }.joined(
                separator: "/")
    }
}

extension [UInt8] {
    fileprivate func asJSON() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(self)) as? [String: Any])
    }
}
