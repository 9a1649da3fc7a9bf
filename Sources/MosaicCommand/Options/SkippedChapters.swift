import ArgumentParser
import Foundation

/// Words in titles of chapters that are left out, on the command line: `intro,credits`.
struct SkippedChapters: ExpressibleByArgument {
    /// The words, without empty ones.
    let words: [String]

    init?(argument: String) {
        words = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
