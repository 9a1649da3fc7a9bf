import Foundation
import Mosaic
import Synchronization
import WebVTT

extension JobRequest {
    /// The last settings and their text: requests rarely differ in them, and encoding them takes longer than storing a job.
    private static let lastSettings = Mutex<(settings: CompositionSettings, text: String)?>(nil)

    /// The request as stored: JSON with sorted keys, so that equal requests have equal texts.
    func encoded() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if case .list(let chapters) = expected {
            var outline = self
            outline.expected = .count(chapters.count)
            return try LongArrayJSON.text(of: outline, CodingKeys.expected.rawValue, chapters, encoder: encoder)
        }
        var members: [(key: CodingKeys, text: String)] = [
            (.id, try Self.text(of: id, encoder)), (.source, try Self.text(of: source, encoder)),
            (.settings, try settingsText(encoder)), (.missing, try Self.text(of: missing, encoder)),
            (.arrivalTimeout, "\(arrivalTimeout)"), (.settle, "\(settle)"), (.keepingOld, "\(keepingOld)"),
        ]
        if let title { members.append((.title, try Self.text(of: title, encoder))) }
        if let duration { members.append((.duration, "\(duration.milliseconds)")) }
        if let expected { members.append((.expected, "\(expected.total)")) }
        members.sort { $0.key.rawValue < $1.key.rawValue }
        return "{" + members.map { "\"\($0.key.rawValue)\":\($0.text)" }.joined(separator: ",") + "}"
    }

    private func settingsText(_ encoder: JSONEncoder) throws -> String {
        try Self.lastSettings.withLock { last in
            if let last, last.settings == settings { return last.text }
            let text = try Self.text(of: settings, encoder)
            last = (settings, text)
            return text
        }
    }

    private static func text(of value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
