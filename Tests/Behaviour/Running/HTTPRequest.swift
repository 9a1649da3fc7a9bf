import Foundation
import Testing

/// One request, sent by curl.
struct HTTPRequest {
    var method = "GET"
    let path: String
    /// Fields as `Name: value`.
    var fields: [String] = []
    var body: Data?

    /// Asks a server on this machine.
    func send(to port: Int, logs: String) throws -> HTTPAnswer {
        let name = UUID().uuidString
        var arguments = [
            "--silent", "--show-error", "--path-as-is", "--globoff", "--http1.1", "--max-time", "60", "--output",
            "\(name).body", "--dump-header", "\(name).head",
        ]
        arguments += method == "HEAD" ? ["--head"] : ["--request", method]
        // What curl would add by itself is the client's business alone.
        for field in ["Expect:", "Accept:", "User-Agent:"] + fields { arguments += ["--header", field] }
        if let body {
            try body.write(to: URL(filePath: logs + "/\(name).sent"))
            arguments += ["--data-binary", "@\(name).sent"]
            if !fields.contains(where: { $0.hasPrefix("Content-Type:") }) {
                arguments += ["--header", "Content-Type:"]
            }
        }
        let run = try ChildProcess.run(
            InstalledProgram.url("curl"), arguments + ["http://127.0.0.1:\(port)\(path)"], in: logs, logs: logs)
        try #require(run.isSuccess, "\(method) \(path): \(run.said)")
        let head = try String(contentsOf: URL(filePath: logs + "/\(name).head"), encoding: .utf8)
        // Without a body curl makes no file.
        let body = try? Data(contentsOf: URL(filePath: logs + "/\(name).body"))
        return try HTTPAnswer(head: head, body: method == "HEAD" ? Data() : body ?? Data())
    }
}

/// What a server answered.
struct HTTPAnswer {
    let status: Int
    /// Fields in the order in which they came.
    let fields: [(name: String, value: String)]
    let body: Data

    init(head: String, body: Data) throws {
        let lines = head.split(whereSeparator: \.isNewline)
        status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        fields = lines.dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
        }
        self.body = body
    }

    subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

    func json() throws -> JSONValue { try JSONValue(parsing: body) }
}
