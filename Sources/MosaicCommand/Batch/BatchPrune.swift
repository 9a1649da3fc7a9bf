import Foundation
import Mosaic
import MosaicConsole

/// `mosaic batch --prune`: what of a library has no source any more.
struct BatchPrune {
    private struct Answer: Encodable {
        let isRemoved: Bool
        let storyboards: [BatchPruning.Orphan]
        let failures: [Failure]

        private enum CodingKeys: String, CodingKey {
            case isRemoved = "removed"
            case storyboards, failures
        }
    }

    /// A storyboard that could not be removed.
    private struct Failure: Encodable {
        let id: StoryboardID
        let reason: String
    }

    let isConfirmed: Bool
    let json: Bool
    let quiet: Bool

    func run(_ tree: SourceTree, _ walk: SourceTree.Walk, _ open: () throws -> StoryboardLibrary?) async throws {
        let pruning = try BatchPruning(tree, walk: walk)
        guard let library = try open() else { return }
        var orphans: [BatchPruning.Orphan] = []
        var failures: [Failure] = []
        for orphan in try await pruning.orphans(in: library) {
            do {
                if isConfirmed { try await library.remove(orphan.id) }
                orphans.append(orphan)
                if !json, !quiet { print("\(orphan.id)  \(TerminalText.harmless(orphan.source))") }
            } catch {
                failures.append(Failure(id: orphan.id, reason: "\(error)"))
                if !json { StandardError.print("mosaic: \(error)") }
            }
        }
        if json {
            try JSONOutput.print(Answer(isRemoved: isConfirmed, storyboards: orphans, failures: failures))
        } else if !quiet {
            let count = orphans.count == 1 ? "1 storyboard" : "\(orphans.count) storyboards"
            print(
                isConfirmed
                    ? "\(count) removed."
                    : orphans.isEmpty ? "No storyboard has lost its source." : "\(count) would go; --yes removes.")
        }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }
}
