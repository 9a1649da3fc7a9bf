import Foundation
import Testing

/// A server within a scene, with recorded requests and responses.
final class ServedScene {
    /// Which fields of an answer are written down.
    enum Shown {
        /// Those that say what the answer is.
        case few
        /// All of them; by name alone if the last response that shows all had the same.
        case all
        /// Those that say what the answer is, and ids instead of entries in its list.
        case ids
    }

    private let scene: Scene
    private let server: Server
    /// Fields of the last response that shows all.
    private var last: [String: String] = [:]

    /// Starts `mosaic serve`.
    init(_ scene: Scene, _ arguments: String..., environment: [String: String] = [:]) throws {
        self.scene = scene
        let variables = environment.keys.sorted().map { "\($0)=… " }.joined()
        scene.begin(scene.normalizer.text("$ \(variables)mosaic serve --port 0 " + arguments.joined(separator: " ")))
        server = try Server(arguments, in: scene.workplace, environment: environment)
        scene.port = server.port
    }

    /// Tells the server to stop.
    @discardableResult
    func stop() throws -> ChildProcess.Outcome {
        let outcome = try server.stop()
        scene.begin("stopped, \(outcome.end), stdout \(scene.normalizer.sentence(outcome.text))")
        return outcome
    }

    /// Asks without writing it down.
    func quietly(_ method: String, _ path: String, _ fields: [String] = [], body: Data? = nil) throws -> HTTPAnswer {
        try HTTPRequest(method: method, path: path, fields: fields, body: body).send(to: server.port)
    }

    /// Sends a request and records the response.
    @discardableResult
    func ask(
        _ method: String, _ path: String, _ fields: [String] = [], body: Data? = nil, secret: String? = nil,
        shows shown: Shown = .few
    ) throws -> HTTPAnswer {
        let answer = try quietly(
            method, path, fields + (secret.map { ["Authorization: Bearer \($0)"] } ?? []), body: body)
        scene.begin("> \(method) \(scene.normalizer.text(path))")
        for field in fields { scene.write("> " + named(scene.normalizer.text(field))) }
        if secret != nil { scene.write("> Authorization: Bearer …") }
        if let body { scene.write("> " + described(body)) }
        let all = answer.fields.sorted { $0.name.lowercased() < $1.name.lowercased() }
        let fields = all.filter { shown == .all || Self.few.contains($0.name.lowercased()) }
            .map { (name: $0.name, value: value(of: $0, in: answer, to: method)) }
        write(answer.status, fields, all: shown == .all)
        guard !answer.body.isEmpty else { return answer }
        scene.write(try shown == .ids ? scene.normalizer.ids(answer.body) : self.body(of: answer))
        return answer
    }

    private func write(_ status: Int, _ fields: [(name: String, value: String)], all: Bool) {
        guard all else {
            return scene.write((["\(status)"] + fields.map { "\($0.name): \($0.value)" }).joined(separator: " | "))
        }
        scene.write("\(status)")
        for (name, value) in fields where last[name] != value { scene.write("\(name): \(value)") }
        let same = fields.filter { last[$0.name] == $0.value }.map(\.name)
        if !same.isEmpty { scene.write("as before: " + same.joined(separator: ", ")) }
        last = Dictionary(fields.map { ($0.name, $0.value) }) { $0 + "; " + $1 }
    }

    @discardableResult
    func get(_ path: String, _ fields: String..., secret: String? = nil, shows shown: Shown = .few) throws -> HTTPAnswer
    {
        try ask("GET", path, fields, secret: secret, shows: shown)
    }

    private static let few: Set<String> = [
        "allow", "cache-control", "content-location", "content-range", "content-type", "etag", "location",
        "retry-after",
        "www-authenticate",
    ]

    private func described(_ body: Data) -> String {
        let isText = body.count < 500 && !body.contains(where: { $0 >= 0x7F || $0 < 0x20 })
        return isText ? String(decoding: body, as: UTF8.self) : "\(body.count) bytes"
    }

    /// A field with the names of the tags that it holds.
    private func named(_ field: String) -> String {
        field.replacing(/"[^"]+"/) { tag in
            scene.isNamed(String(tag.output)) ? scene.name(ofTag: String(tag.output)) : String(tag.output)
        }
    }

    private func value(of field: (name: String, value: String), in answer: HTTPAnswer, to method: String) -> String {
        let type = answer["Content-Type"] ?? ""
        // What holds signed links changes with the time until which they hold.
        let isSigned = String(decoding: answer.body, as: UTF8.self).contains("&sig=")
        let varies = isSigned || ["application/json", "text/html", "text/plain"].contains(where: type.hasPrefix)
        switch field.name.lowercased() {
        case "x-request-id": return "<id>"
        case "content-length" where varies:
            return method == "HEAD" ? "<length>" : "<that of the body>"
        // Those of pictures are their checksums, but for those of files that may change.
        case "etag" where varies || field.value.contains("-"): return scene.name(ofTag: field.value)
        // Those of a page's own scripts, which a test of the server compares with its text.
        case "content-security-policy":
            return field.value.replacing(/'sha256-[A-Za-z0-9+\/=]+'/, with: "'sha256-<hash>'")
        default: return named(scene.normalizer.text(field.value))
        }
    }

    private func body(of answer: HTTPAnswer) throws -> String {
        let type = answer["Content-Type"] ?? ""
        if type.hasPrefix("application/json"), answer.status != 206 { return try scene.normalizer.json(answer.body) }
        if type.hasPrefix("text/vtt") { return scene.normalizer.text(String(decoding: answer.body, as: UTF8.self)) }
        if type.hasPrefix("image/") { return try scene.digest(of: answer.body) }
        // A page is for people, and so are metrics as they are here; see `DescribedServer` for what programs read of them.
        guard type.hasPrefix("text/html") else { return "text" }
        let names = String(decoding: answer.body, as: UTF8.self)
            .matches(of: /sheet-\d+\.[0-9a-f]{32}\.\w+|mosaic\.json/).map { String($0.output) }
        return "a page that names " + Set(names).sorted().joined(separator: " ")
    }
}

extension ServedScene {
    /// Submits a storyboard.
    @discardableResult
    func submit(_ id: String, _ json: String, _ fields: [String] = [], shows shown: Shown = .few) throws -> HTTPAnswer {
        try ask(
            "PUT", "/storyboards/\(id)", ["Content-Type: application/json"] + fields, body: Data(json.utf8),
            shows: shown)
    }

    /// Uploads a drawn chapter, chapter n at n times 10 seconds.
    @discardableResult
    func upload(
        _ chapter: Int, of id: String, _ fields: [String] = [], variant: Int = 0, shows shown: Shown = .few
    ) throws -> HTTPAnswer {
        let picture = DrawnPicture(number: chapter + 100 * variant)
        return try ask(
            "PUT", "/storyboards/\(id)/screenshots/ch\(chapter)_\(10 * chapter)s.jpg",
            ["Content-Type: image/jpeg"] + fields, body: picture.jpeg, shows: shown)
    }

    /// Waits until `chapters` chapters of a job are composed, and the server shows their tiles: it caches documents
    /// for a quarter of a second before it checks them again.
    func wait(for chapters: Int, inJob number: Int) throws {
        var job = JSONValue.null
        try Poll.wait(for: "\(chapters) chapters in job \(number)") {
            job = try quietly("GET", "/jobs/\(number)").json()
            return job["completed_chapters"]?.integer == Int64(chapters)
        }
        let record = "/storyboards/\(try #require(job["storyboard"]?.text))/mosaic.json"
        try Poll.wait(for: "\(chapters) tiles in \(record)") {
            let answer = try quietly("GET", record)
            guard answer.status == 200 else { return chapters == 0 }
            return try answer.json()["tiles"]?.list.count == chapters
        }
    }

    /// Waits until a job is in a state.
    func wait(forJob number: Int, toBe state: String) throws {
        try Poll.wait(for: "job \(number) to be \(state)") {
            try quietly("GET", "/jobs/\(number)").json()["state"]?.text == state
        }
    }
}
