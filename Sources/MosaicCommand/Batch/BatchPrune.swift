import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic batch --prune`: lists or removes storyboards whose source is missing.
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
        let error: String
    }

    let isConfirmed: Bool
    /// Maximum number of storyboards to remove. Nil means a tenth, at least 10, and never all of a folder below the
    /// root that had several.
    let limit: Int?
    /// Retention of sheets of removed storyboards, in seconds.
    let keepingOld: Int
    let json: Bool
    let quiet: Bool

    func run(_ root: SourceRoot, _ walk: SourceTree.Walk, _ open: () throws -> StoryboardLibrary?) async throws {
        let pruning = try BatchPruning(root, walk: walk)
        guard let library = try open() else { return }
        var orphans: [BatchPruning.Orphan] = []
        var failures: [Failure] = []
        let findings = try await pruning.findings(in: library)
        let objection = findings.objection(limit: limit)
        if isConfirmed, let objection { throw objection }
        for orphan in findings.orphans {
            do {
                if isConfirmed { try await library.remove(orphan.id, keepingOld: keepingOld) }
                orphans.append(orphan)
                if !json, !quiet { print("\(orphan.id)  \(TerminalText.harmless(orphan.source))") }
            } catch {
                failures.append(Failure(id: orphan.id, error: "\(error)"))
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
        if !isConfirmed, let objection { StandardError.print("mosaic: \(objection)") }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }
}
