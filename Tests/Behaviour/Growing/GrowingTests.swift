import Foundation
import Seeded
import Testing
import Tiers

extension BehaviourTests {
    /// Storyboards that grow, change and shrink end in the bytes of one that was composed at once.
    @Suite struct GrowingTests {
        /// Changes of a chapter.
        private enum Step: String {
            case add, replace, delete
        }

        /// Additions, replacements and deletions that are the same in every run.
        private func steps(seed: UInt64, count: Int) -> [(Step, chapter: Int, variant: Int)] {
            var random = SeededGenerator(seed: seed)
            var variants: [Int: Int] = [:]
            return (0..<count).map { number in
                let chapters = variants.keys.sorted()
                let isSmall = chapters.count < 3
                switch isSmall ? 0 : Int.random(in: 0..<4, using: &random) {
                case 2:
                    let chapter = chapters[Int.random(in: chapters.indices, using: &random)]
                    variants[chapter, default: 0] += 1
                    return (.replace, chapter, variants[chapter] ?? 0)
                case 3:
                    let chapter = chapters[Int.random(in: chapters.indices, using: &random)]
                    variants[chapter] = nil
                    return (.delete, chapter, 0)
                default:
                    let free = (1...12).filter { variants[$0] == nil }
                    let chapter = free[Int.random(in: free.indices, using: &random)]
                    // A chapter that comes back shows another picture.
                    variants[chapter] = number + 1
                    return (.add, chapter, number + 1)
                }
            }
        }

        /// The files that players see, and their bytes.
        private func published(in folder: String, of workplace: Workplace) throws -> [String: Data] {
            let names = try TrackFile(in: folder, of: workplace).sheets + ["thumbnails.vtt"]
            return Dictionary(uniqueKeysWithValues: try names.map { ($0, try workplace.read("\(folder)/\($0)")) })
        }

        private func same(_ scene: Scene, _ grown: String, _ fresh: String, _ note: String) throws {
            let (one, other) = (
                try published(in: grown, of: scene.workplace), try published(in: fresh, of: scene.workplace)
            )
            #expect(one == other, "\(note): \(one.keys.sorted()) is not \(other.keys.sorted())")
            scene.write("\(note): \(one.keys.sorted().joined(separator: " "))")
        }

        @Test(
            arguments: Tier.sample(
                [
                    ("jpeg", []), ("444", ["--chroma", "444", "--pad", "--tile", "33x33"]),
                    ("png", ["--format", "png"]),
                ], 1))
        func `a folder that changes ends in the bytes of a fresh composition`(name: String, options: [String]) throws {
            try Scene.play("growing/compose-\(name)") { scene in
                let settings = ["--grid", "2x2", "--keep-old", "0", "--quiet"]
                let size = name == "444" ? [] : ["--width", "40"]
                for (number, step) in steps(seed: 1, count: name == "jpeg" ? 12 : 7).enumerated() {
                    if step.0 == .delete {
                        try scene.workplace.remove("shots/ch\(step.chapter)_\(10 * step.chapter)s.jpg")
                    } else {
                        try scene.workplace.draw(chapter: step.chapter, variant: step.variant)
                    }
                    let fresh = "fresh-\(number)"
                    for folder in ["grown", fresh] {
                        let run = try scene.workplace.run(
                            ["compose", "shots", "-o", folder] + settings + size + options)
                        try #require(run.isSuccess, "\(run.said)")
                    }
                    try same(scene, "grown", fresh, "\(step.0.rawValue) \(step.chapter)")
                }
                try scene.files(in: "grown")
            }
        }

        @Test func `uploads end in the bytes of a fresh composition`() throws {
            try Scene.play("growing/uploads") { scene in
                let served = try ServedScene(scene, "--library", "library", "--keep-old", "0")
                _ = try served.quietly(
                    "PUT", "/storyboards/film", ["Content-Type: application/json"],
                    body: Data(#"{"settle_s": 600}"#.utf8))
                var chapters: Set<Int> = []
                var previous = ""
                for (number, step) in steps(seed: 2, count: 9).enumerated() {
                    let name = "ch\(step.chapter)_\(10 * step.chapter)s.jpg"
                    let picture = DrawnPicture(number: step.chapter + 100 * step.variant).jpeg
                    let isDeletion = step.0 == .delete
                    let answer = try served.quietly(
                        isDeletion ? "DELETE" : "PUT", "/storyboards/film/screenshots/\(name)",
                        ["Content-Type: image/jpeg"], body: isDeletion ? nil : picture)
                    scene.write("\(step.0.rawValue) \(step.chapter): \(answer.status)")
                    if isDeletion { chapters.remove(step.chapter) } else { chapters.insert(step.chapter) }
                    try Poll.wait(for: "a track of \(chapters.count) tiles") {
                        let track = try served.quietly("GET", "/storyboards/film/thumbnails.vtt")
                        let text = String(decoding: track.body, as: UTF8.self)
                        let isNew = text != previous && text.split(separator: "-->").count == chapters.count + 1
                        if isNew { previous = text }
                        return isNew
                    }
                    let run = try scene.workplace.run(
                        ["compose", "library/film/screenshots", "-o", "fresh-\(number)", "--quiet"])
                    try #require(run.isSuccess, "\(run.said)")
                    try same(scene, "library/film", "fresh-\(number)", "  \(chapters.sorted())")
                }
                try served.stop()
            }
        }
    }
}
