import ArgumentParser
import Foundation
import Mosaic
import MosaicEmbedded

import MosaicLibrary

/// A library of two storyboards, and the same bytes as files.
struct ServedSite {
    /// Something to ask for.
    struct Target {
        let name: String
        let path: String
    }

    /// The library's folder.
    let library: String
    /// Root folder of nginx.
    let files: String
    private let storyboards: [Storyboard]
    private let scratch: ScratchFolder

    /// Composes a storyboard of 12 screenshots and one of 150.
    init() async throws {
        scratch = try ScratchFolder()
        (library, files) = (scratch.path + "/library", scratch.path + "/files")
        let screenshots = try CorpusRecipe.parse([]).temporaryFolder()
        let listing = try ScreenshotFolder(path: screenshots.path).chapters()
        let few = try ScratchFolder()
        for name in listing.screenshots.prefix(12).map(\.name) {
            try FileManager.default.copyItem(
                atPath: screenshots.path + "/" + name, toPath: few.path + "/" + name)
        }
        let embedded = try StoryboardLibrary.embedded(at: library)
        var storyboards: [Storyboard] = []
        for (id, folder) in [("short", few), ("film", screenshots)] {
            let listing = try ScreenshotFolder(path: folder.path).chapters()
            let request = CompositionRequest(id: StoryboardID(naming: id), listing: listing)
            storyboards.append(try await embedded.compose(request, settings: CompositionSettings()).storyboard)
        }
        self.storyboards = storyboards
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: library, toPath: files + "/storyboards")
    }

    var description: String {
        "storyboards of \(storyboards.map { "\($0.tiles.count)" }.joined(separator: " and ")) tiles"
    }

    /// Measured URLs; documents that are not files of the library are written for nginx with the bytes that `port`
    /// serves.
    func targets(asServedBy port: Int) throws -> [Target] {
        let film = "/storyboards/film/"
        let lookup = film + "tile?t=83.5"
        let facts = try JSONDecoder().decode(Facts.self, from: Data(try get(lookup, port)))
        let paths = [
            ("short track", "/storyboards/short/thumbnails.vtt"), ("track", film + "thumbnails.vtt"),
            ("look-up", lookup), ("tile", facts.tile), ("sheet", facts.sheet),
        ]
        return try paths.map { name, path in
            let bytes = try get(path, port)
            let file = URL(fileURLWithPath: files + (path.split(separator: "?").first ?? ""))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
            return Self.target(name, path, bytes)
        }
    }

    /// Something that `port` serves.
    func target(_ name: String, _ path: String, asServedBy port: Int) throws -> Target {
        Self.target(name, path, try get(path, port))
    }

    private static func target(_ name: String, _ path: String, _ bytes: [UInt8]) -> Target {
        Target(name: "\(name) of \(bytes.count) bytes", path: path)
    }

    /// Makes sure that all answer with the same bytes.
    func check(_ target: Target, _ ports: [Int]) throws {
        let bodies = try ports.map { try get(target.path, $0) }
        guard bodies.allSatisfy({ $0 == bodies[0] && !$0.isEmpty }) else {
            throw ChildProcess.Failure(description: "\(target.path) is not the same everywhere.")
        }
    }

    private func get(_ path: String, _ port: Int) throws -> [UInt8] {
        guard let answer = LocalSocket(port: port)?.get(path), answer.status == 200 else {
            throw ChildProcess.Failure(description: "\(path) is not served.")
        }
        return answer.body
    }

    private struct Facts: Decodable {
        let sheet: String
        let tile: String
    }
}
