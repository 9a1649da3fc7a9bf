import Foundation
import Mosaic
import MosaicConsole

/// `mosaic batch --prune`: what of a library has no source any more.
struct BatchPrune {
    private struct Answer: Encodable {
        let isRemoved: Bool
        let storyboards: [BatchPruning.Orphan]

        private enum CodingKeys: String, CodingKey {
            case isRemoved = "removed"
            case storyboards
        }
    }

    let isConfirmed: Bool
    let json: Bool
    let quiet: Bool

    func run(_ tree: SourceTree, _ walk: SourceTree.Walk, _ open: () throws -> StoryboardLibrary?) async throws {
        let pruning = try BatchPruning(tree, walk: walk)
        guard let library = try open() else { return }
        let orphans = try await pruning.orphans(in: library)
        if isConfirmed {
            for orphan in orphans { try await library.remove(orphan.id) }
        }
        if json { return try JSONOutput.print(Answer(isRemoved: isConfirmed, storyboards: orphans)) }
        guard !quiet else { return }
        for orphan in orphans { print("\(orphan.id)  \(TerminalText.harmless(orphan.source))") }
        let count = orphans.count == 1 ? "1 storyboard" : "\(orphans.count) storyboards"
        print(
            isConfirmed
                ? "\(count) removed."
                : orphans.isEmpty ? "No storyboard has lost its source." : "\(count) would go; --yes removes.")
    }
}
