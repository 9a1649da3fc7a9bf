import Foundation
import Testing

/// Commands in one workplace, recorded as a text that is compared with the expectation of the same name.
final class Scene {
    let workplace: Workplace
    private let name: String
    private var lines: [String] = []
    private var tags: [String: Int] = [:]
    /// The port of the server that runs, if one does.
    var port: Int?
    /// Ids and codes that sentences may name.
    var words: Set<String> = []

    private init(_ name: String) throws {
        self.name = name
        workplace = try Workplace()
    }

    /// Plays a scene and compares its text.
    static func play(_ name: String, _ acts: (Scene) throws -> Void) throws {
        let scene = try Scene(name)
        do {
            try acts(scene)
        } catch {
            Issue.record("\(name) ended early, after:\n\(scene.lines.suffix(30).joined(separator: "\n"))")
            throw error
        }
        try Expectation(name: name).check(scene.lines.joined(separator: "\n") + "\n")
    }

    /// Replaces values that differ from run to run in this scene.
    var normalizer: Normalizer {
        var places = [(workplace.path, "<work>"), (workplace.aside, "<aside>"), (Repository.root.path, "<root>")]
        if let port { places.append((":\(port)", ":<port>")) }
        return Normalizer(prose: Prose(words: words), places: places)
    }

    func write(_ line: String) { lines.append(line) }

    /// A heading.
    func note(_ text: String) { lines.append(contentsOf: lines.isEmpty ? ["# " + text] : ["", "# " + text]) }

    /// The same name for the same tag throughout a scene: tags of documents with inodes in them differ from run to run.
    func name(ofTag tag: String) -> String {
        let number = tags[tag] ?? tags.count + 1
        tags[tag] = number
        return "<tag \(number)>"
    }

    func isNamed(_ tag: String) -> Bool { tags[tag] != nil }
}
