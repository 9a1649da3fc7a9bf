import ArgumentParser
import Foundation
import MosaicFixtures
import Testing
import TestSupport

@testable import MosaicCommand

/// The shell listings of all pages: those marked `run` are run, the commands of the rest are parsed.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct DocumentedCommandsTests {
    private static func pages(with mark: String) throws -> [String] {
        try DocumentedPage.all().filter { path in
            try DocumentedPage(path).blocks.contains { $0.marks.first == "sh" && $0.marks.contains(mark) }
        }
    }

    /// Runs a listing in a folder that has the samples and, in its path, the tool.
    private func run(_ listing: String, in folder: TemporaryFolder) throws -> (status: Int32?, output: String) {
        let tools = try URL(filePath: #require(BuiltTool.path)).deletingLastPathComponent().path
        let path = "\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let run = try FinishedProgram("/bin/bash", ["-euc", listing], in: folder.path, environment: ["PATH": path])
        return (run.status, run.text)
    }

    @Test(arguments: try pages(with: "run"))
    func `a listing marked run prints its output`(path: String) throws {
        let folder = TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("samples"), withDestinationPath: DocumentedPage.root.appending(path: "samples").path)
        let blocks = try DocumentedPage(path).blocks
        for (block, next) in zip(blocks, blocks.dropFirst()) where block.marks == ["sh", "run"] {
            let (status, output) = try run(block.text, in: folder)
            #expect(status == 0, "\(path):\(block.line)")
            #expect(next.marks == ["text", "output"], "\(path):\(block.line) has no output")
            // An ellipsis stands for any text, also of several lines.
            let shown = next.text.split(separator: "…", omittingEmptySubsequences: false)
                .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*")
            let printed = output.trimmingCharacters(in: .newlines)
            let match = try Regex(shown).dotMatchesNewlines().wholeMatch(in: printed)
            #expect(match != nil, "\(path):\(next.line): \(printed)")
        }
    }

    /// Parses a command line by the command that it names: the parser of all commands takes far longer to make.
    private static func parse(_ arguments: [String]) throws {
        let configuration = MosaicCommand.configuration
        let commands = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        // A film in place of a command is composed.
        let words = MosaicCommand.composesSource(arguments) ? ["compose"] + arguments : arguments
        let command = try #require(
            commands.first { $0._commandName == words.first }, "There is no command \(words.first ?? "")")
        _ = try command.parseAsRoot(Array(words.dropFirst()))
    }

    @Test(arguments: try pages(with: "sh"))
    func `a command of a listing is one that the tool parses`(path: String) throws {
        for block in try DocumentedPage(path).blocks where block.marks.first == "sh" {
            for words in ShellWords.commands(in: block.text) {
                // Another program may start the tool.
                guard let tool = words.firstIndex(of: "mosaic"), tool == 0 || ["sudo", "parallel"].contains(words[0])
                else { continue }
                let arguments = words[(tool + 1)...].filter { !$0.isEmpty }
                // The shell alone knows the values of its variables.
                if arguments.contains(where: { $0.contains("$") }) { continue }
                #expect(throws: Never.self, "\(path):\(block.line): \(words.joined(separator: " "))") {
                    try Self.parse(arguments)
                }
            }
        }
    }
}
