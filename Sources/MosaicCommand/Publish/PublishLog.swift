import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import Synchronization
import WebVTT

/// The output of `publish`, and of `watch` over many films: an estimate, a line for each change or failure, and the
/// counts.
final class PublishLog: Sendable {
    let isJSON: Bool
    let isQuiet: Bool
    /// Whether the folder is watched. A run without changes then prints nothing.
    let isWatching: Bool
    /// Remarks that were printed.
    private let said = Mutex<Set<String>>([])
    private let complete = Mutex<[(id: StoryboardID, source: String)]>([])

    init(isJSON: Bool, isQuiet: Bool, isWatching: Bool = false) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        self.isWatching = isWatching
    }

    /// The storyboards and sources of results without a failure or a foreign file since the last call.
    func takeComplete() -> [(id: StoryboardID, source: String)] {
        complete.withLock { complete in
            defer { complete = [] }
            return complete
        }
    }

    /// Prints a line for a change or a failure. In a watched folder, each failure is printed once.
    func note(_ result: BatchResult) {
        let name = result.label.source ?? result.label.id?.rawValue ?? ""
        if let reason = result.reason {
            return tell("failed", reason.hasPrefix(name + ":") ? reason : "\(name): \(reason)", isFailure: true)
        }
        for server in result.servers where server.outcome == .failed {
            let reason = [server.server.rawValue, server.folder, server.reason].compactMap(\.self)
            tell("failed", "\(name): \(reason.joined(separator: ": "))", isFailure: true)
        }
        let isComplete = result.servers.allSatisfy { [.written, .unchanged].contains($0.outcome) && $0.remark == nil }
        if isComplete, let id = result.label.id { complete.withLock { $0.append((id, name)) } }
        switch result.outcome {
        case .composed:
            let counts = result.counts.map { counts in
                "  (\(counts.tiles) tiles" + (counts.reusedTiles > 0 ? ", \(counts.reusedTiles) reused)" : ")")
            }
            tell("composed", name + (counts ?? ""))
        case .unchanged:
            if result.servers.contains(where: { $0.outcome == .written }) { tell("written", name) }
        case .failed: break
        }
    }

    /// Prints a line for a missing film whose storyboard and files were removed.
    func noteRemoved(_ name: String) { tell("removed", name) }

    /// Prints a remark once.
    func complain(_ remark: String) {
        guard said.withLock({ $0.insert(remark).inserted }), !isQuiet else { return }
        StandardError.print("mosaic: \(remark)")
    }

    /// Prints the time and the space for the films that are due.
    func tell(_ estimate: BatchEstimate) {
        guard !isJSON, !isQuiet, let sentence = estimate.sentence else { return }
        print("estimate   " + sentence)
        fflush(nil)
    }

    private func tell(_ action: String, _ text: String, isFailure: Bool = false) {
        // A watched film that fails is tried again at each change.
        if isFailure, isWatching, !said.withLock({ $0.insert(text).inserted }) { return }
        let line = action + String(repeating: " ", count: max(1, 11 - action.count)) + text
        if isFailure, isQuiet, !isJSON { return StandardError.print(line) }
        guard !isJSON, !isQuiet else { return }
        print(TerminalText.harmless(line))
        // The next film takes seconds, and the output may be a pipe, which is buffered.
        fflush(nil)
    }
}
