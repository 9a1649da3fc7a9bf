import Foundation
import MosaicEmbedded
import MosaicFixtures
import Seeded
import Testing

import struct MosaicLibrary.StoryboardLibrary

@testable import MosaicLibrary

/// A random manifest, and a library that has to become what one undisturbed run makes of it.
struct BatchTrial {
    let films: FilmFolder
    let manifest: RandomManifest
    /// Every file that an undisturbed run publishes, by its path in the library.
    let reference: [String: [UInt8]]
    private let seed: UInt64

    init(seed: UInt64) throws {
        films = try FilmFolder()
        self.seed = seed
        try films.draw("a")
        try films.draw("b", chapters: 1...3)
        try films.draw("c", chapters: 2...2)
        var random = SeededGenerator(seed: seed &+ 1_000)
        manifest = RandomManifest(of: ["a", "b", "c"], count: 10, &random)
        let tool = try Self.start([], over: "reference", in: films)
        try tool.write(manifest.bytes)
        let end = try tool.finish()
        reference = try Self.published(in: films.folder.path("reference"))
        check(end, of: manifest)
    }

    /// Starts a batch over the library.
    func start(_ options: [String] = [], resuming: Bool = false) throws -> PipedTool {
        try Self.start(options + (resuming ? ["--resume"] : []), over: "library", in: films)
    }

    private static func start(_ options: [String], over library: String, in films: FilmFolder) throws -> PipedTool {
        try PipedTool(
            ["batch", "-", "-o", library, "--width", "32", "--grid", "2x1", "--jobs", "2", "--quiet"] + options,
            in: films.folder)
    }

    /// Checks exit status and results of a run that was not disturbed.
    func check(_ end: (lines: [Substring], errors: String, status: Int32?), of manifest: RandomManifest) {
        let fails = manifest.lines.contains { $0.fate == .failed }
        #expect(end.status == (fails ? 2 : 0), "seed \(seed): \(end.errors)")
        check(end.lines, of: manifest)
    }

    /// Checks that each line has exactly one result, the right one.
    func check(_ results: [Substring], of manifest: RandomManifest) {
        var found: [Int: JSONReport] = [:]
        for text in results {
            guard let report = try? JSONReport(String(text)), let number = report.number("line") else {
                Issue.record("seed \(seed): no result: \(text)")
                continue
            }
            #expect(found.updateValue(report, forKey: number) == nil, "seed \(seed): line \(number) has two results")
        }
        for (index, line) in manifest.lines.enumerated() {
            let report = found.removeValue(forKey: index + 1)
            let note = "seed \(seed), line \(index + 1): \(String(decoding: line.bytes, as: UTF8.self))"
            let result = report?.text("result")
            switch line.fate {
            case .blank: #expect(report == nil, "\(note)")
            case .failed:
                #expect(result == "failed" && report?.text("error") != nil, "\(note)")
                #expect(report?.text("id") == line.id, "\(note)")
            case .done:
                #expect(result == "composed" || result == "unchanged", "\(note) \(report?.text("error") ?? "")")
                #expect(report?.text("id") == line.id, "\(note)")
            }
        }
        #expect(found.isEmpty, "seed \(seed): results of no line: \(found.keys.sorted())")
    }

    /// Gives all lines once more, undisturbed, and checks results and library.
    func finish() async throws {
        let tool = try start(resuming: true)
        try tool.write(manifest.bytes)
        check(try tool.finish(), of: manifest)
        try await checkLibrary()
    }

    /// Checks that folder, catalog and jobs are those of an undisturbed run.
    func checkLibrary() async throws {
        let published = try published()
        let different = Set(published.keys).union(reference.keys).filter { published[$0] != reference[$0] }
        #expect(different.isEmpty, "seed \(seed): \(different.sorted())")
        let expected = try StoryboardLibrary.embedded(at: films.folder.path("reference"))
        let library = try StoryboardLibrary.embedded(at: films.folder.path("library"))
        #expect(try await library.catalog.jobCounts() == expected.catalog.jobCounts(), "seed \(seed)")
        let report = try await library.repair()
        #expect(report.faults.isEmpty && report.written == 0 && report.forgotten == 0, "seed \(seed): \(report)")
    }

    /// Every file of the library except catalogs, by its path in it.
    func published() throws -> [String: [UInt8]] { try Self.published(in: films.folder.path("library")) }

    private static func published(in library: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: library) ?? .init() {
            guard !name.hasPrefix(".mosaic-catalog"), name != ".mosaic-reserve" else { continue }
            var isFolder: ObjCBool = false
            let path = library + "/" + name
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            files[name] = isFolder.boolValue ? [] : try Array(Data(contentsOf: URL(filePath: path)))
        }
        return files
    }
}
