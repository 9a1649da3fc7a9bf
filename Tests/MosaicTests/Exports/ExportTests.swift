import Foundation
import PlayerFormats
import Seeded
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Rules for every export.
struct ExportTests {
    private static let regular = TiledStoryboard(
        times: (0..<14).map { $0 * 10_000 }, duration: 136_500, titles: [0: "One", 7: "Two"])
    private static let irregular = TiledStoryboard(
        times: [4_000, 9_000, 9_500, 61_050, 61_500, 80_000, 99_999, 99_999], duration: 123_456,
        tile: PixelSize(width: 32, height: 18), titles: [0: "One"])
    private static let unaligned = TiledStoryboard(
        times: (0..<8).map { $0 * 2_000 }, tile: PixelSize(width: 40, height: 18), titles: [0: "One"])

    /// Drawings in which the formats take different ways.
    static let drawings = [
        regular, irregular, unaligned, TiledStoryboard(times: [0], titles: [0: "One"]),
        TiledStoryboard(times: (0..<4).map { $0 * 5_000 }, duration: 20_000, titles: [0: "One"]),
        TiledStoryboard(
            times: (1..<9).map { $0 * 3_000 }, track: TrackSettings(maximumCues: 4, startsAtZero: false),
            titles: [0: "One"]),
    ]

    @Test func `exports import no module that encodes or decodes pictures`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Mosaic/Exports")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 5)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let modules = Set(text.matches(of: /(?m)^(?:package )?import (\w+)/).map { String($0.1) })
            #expect(
                modules.isSubset(of: ["CDigest", "PlayerFormats", "TiledJPEG", "WebVTT"]),
                "\(file.lastPathComponent)")
        }
    }

    @Test func `export names and paths are unique, and documents are last`() async throws {
        #expect(Set(Export.all.map(\.name)).count == Export.all.count)
        #expect(Set(Export.all.map(\.document)).count == Export.all.count)
        for drawing in Self.drawings {
            var narrow = drawing
            narrow.tile = PixelSize(width: 16, height: 16)
            let source = try await drawing.source(further: [narrow])
            var published: Set<String> = []
            for export in Export.all {
                let files = try await export.files(of: source)
                let last = try #require(files.last)
                #expect(last.path == export.document && last.type == export.type && !last.isImmutable)
                #expect(Set(files.map(\.path)).count == files.count, "\(export.name)")
                for file in files where !file.isPublished(in: source.storyboards) {
                    #expect(published.insert(file.path).inserted, "\(export.name): \(file.path)")
                    #expect(ContentType(fileName: file.path) == file.type, "\(file.path)")
                    #expect(ObjectKey(rawValue: file.path) != nil)
                }
            }
        }
    }

    @Test func `the same storyboard gives the same bytes, and immutable paths name one content`() async throws {
        var contents: [String: [UInt8]] = [:]
        for edition in [0, 1] {
            for var drawing in Self.drawings {
                drawing.edition = edition
                let source = try await drawing.source()
                for export in Export.all {
                    let again = try await drawing.source()
                    let files = try await export.files(of: source)
                    for (file, other) in zip(files, try await export.files(of: again)) {
                        let bytes = try await file.bytes(from: source)
                        #expect(try await bytes == other.bytes(from: again) && file.path == other.path)
                        guard file.isImmutable else { continue }
                        #expect(contents[file.path] ?? bytes == bytes, "\(file.path)")
                        contents[file.path] = bytes
                    }
                }
            }
        }
        #expect(contents.count > 50)
    }

    @Test func `a gutter is in the cues alone`() async throws {
        let plain = Self.regular
        var drawing = plain
        drawing.track.gutter = 2
        let (with, without) = (try await drawing.source(), try await plain.source())
        for export in Export.all {
            var contents: [[String: [UInt8]]] = []
            for source in [with, without] {
                var files: [String: [UInt8]] = [:]
                for file in try await export.files(of: source) { files[file.path] = try await file.bytes(from: source) }
                contents.append(files)
            }
            #expect((contents[0] == contents[1]) == (export != .vidstack), "\(export.name)")
            let changed = contents[0].filter { contents[1][$0.key] != $0.value }.keys
            #expect(changed.allSatisfy { $0 == "vidstack.json" })
        }
    }

    @Test func `storyboards of PNG sheets are refused by name where tiles are moved`() async throws {
        let source = try await TiledStoryboard(times: [0, 1_000], titles: [0: "One"], format: .png).source()
        for export in Export.all {
            let works = [Export.vidstack, .chapters].contains(export)
            do {
                let files = try await export.files(of: source)
                #expect(works && !files.isEmpty)
            } catch let error as MosaicError {
                #expect(!works && error.code == .unsupported && error.reason.hasPrefix(export.name))
            }
        }
    }

    @Test func `exports show the tiles of the track at 1 000 random times`() async throws {
        var random = SeededGenerator(seed: 31)
        let cadences = [nil, Timestamp(milliseconds: 7_000)]
        for (drawing, cadence) in Self.drawings.flatMap({ drawing in cadences.map { (drawing, $0) } }) {
            let options = ExportOptions(cadence: cadence)
            let source = try await drawing.source(options)
            let shown = try ShownTiles(of: source.storyboards.main)
            let first = shown.spans[0].start.milliseconds
            var formats = 0
            for export in Export.all {
                guard let reader = try await ExportedPictures(export, source) else { continue }
                formats += 1
                for _ in Tier.rounds(1_000, quick: 200) {
                    let time = Int64.random(in: first..<shown.end.milliseconds, using: &random)
                    let picture = try #require(reader.picture(at: time), "\(export.name) at \(time)")
                    // A tile may be shown for too long, never too early.
                    let begun = shown.spans.filter { $0.start.milliseconds <= time }
                    let delays = begun.filter { reader.tiles[$0.tile] == picture }.map { span in
                        max(time - span.end.milliseconds + 1, 0)
                    }
                    #expect(delays.min() ?? .max <= reader.largestError, "\(export.name) at \(time)")
                }
            }
            #expect(formats == 6)
        }
    }
}
