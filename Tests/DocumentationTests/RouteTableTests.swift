import Foundation
import Testing

/// The tables of the page "Routes", and `openapi.json`.
struct RouteTableTests {
    /// Operations of `openapi.json` as method and segments.
    private static func described() throws -> [(method: String, segments: [Substring])] {
        let file = DocumentedPage.root.appending(path: "Sources/MosaicServer/Routes/openapi.json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        return paths.flatMap { path, item in
            item.keys.filter { ["get", "put", "post", "delete"].contains($0) }.map {
                ($0.uppercased(), path.split(separator: "/"))
            }
        }
    }

    /// The operation with the fewest parameters among those that have this path.
    private static func operation(
        _ method: String, _ path: String, among operations: [(method: String, segments: [Substring])]
    ) -> String? {
        let segments = path.split(separator: "/")
        let matching = operations.filter { operation in
            let isVideo = operation.segments.last == "{path}" && segments.starts(with: operation.segments.dropLast())
            return operation.method == method
                && (isVideo
                    || operation.segments.count == segments.count
                        && zip(operation.segments, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") })
        }
        func parameters(_ segments: [Substring]) -> Int { segments.count { $0.hasPrefix("{") } }
        return matching.min { parameters($0.segments) < parameters($1.segments) }
            .map { "\(method) /\($0.segments.joined(separator: "/"))" }
    }

    @Test func `the page has every member of a submission`() throws {
        let file = DocumentedPage.root.appending(path: "Sources/MosaicServer/Routes/openapi.json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any]
        let submission = try #require(schemas?["Submission"] as? [String: Any])
        let members = try #require(submission["properties"] as? [String: Any])
        let page = try DocumentedPage("Sources/MosaicServer/MosaicServer.docc/Routes.md").text
        let table = try #require(page.firstRange(of: "| member | value | default |"))
        let rows = page[table.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst()
        let documented = rows.flatMap { row in
            row.split(separator: "|").first.map { $0.matches(of: /`([a-z_]+)`/).map { String($0.1) } } ?? []
        }
        #expect(Set(documented) == Set(members.keys))
    }

    @Test func `the page has every route, and every route of the page exists`() throws {
        let operations = try Self.described()
        var documented: Set<String> = []
        let page = try DocumentedPage("Sources/MosaicServer/MosaicServer.docc/Routes.md")
        for match in page.text.matches(of: /`(GET|PUT|POST|DELETE) (\/[^`? ]*)(\?[^`]*)?`/) {
            let operation = Self.operation(String(match.1), String(match.2), among: operations)
            #expect(operation != nil, "\(match.0)")
            if let operation { documented.insert(operation) }
        }
        let all = Set(operations.map { "\($0.method) /\($0.segments.joined(separator: "/"))" })
        #expect(all.subtracting(documented).isEmpty, "not on the page: \(all.subtracting(documented))")
        #expect(all.count > 40)
    }
}
