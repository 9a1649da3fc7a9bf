import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic list` and `mosaic show`.
    @Suite struct ListTests {
        @Test func `storyboards are searched, sorted and paged`() throws {
            try Scene.play("library/list") { scene in
                scene.words = ["film-a", "film-b", "film-c"]
                for (number, id) in ["film-b", "film-a", "film-c"].enumerated() {
                    try scene.workplace.draw(1...(1 + number), in: "shots-\(number)")
                    let manifest =
                        #"{"id": "\#(id)", "source": "shots-\#(number)", "title": "Part \#(number)", "duration_ms": 61000}"#
                    try scene.run(
                        ["batch", "-", "-o", "library", "--width", "40", "--quiet"], input: manifest, as: .lines)
                    // Dates are told apart by their seconds.
                    if number < 2 { usleep(1_100_000) }
                }
                let list = ["list", "--library", "library"]
                try scene.run(list + ["--json"])
                for options in [
                    ["--sort", "newest"], ["--sort", "oldest"], ["--sort", "id"], ["--sort", "title"],
                    ["--sort", "title", "--limit", "1", "--offset", "1"], ["--limit", "1", "--offset", "1"],
                    ["--offset", "9"], ["--search", "part 1"], ["--search", "FILM-B"],
                    ["--search", "nothing like it"],
                ] {
                    try scene.run(list + options + ["--json"], as: .ids)
                }
                try scene.run(list)
                for options in [["--limit", "0"], ["--limit", "10001"], ["--offset", "-1"], ["--sort", "size"]] {
                    try scene.run(list + options)
                }
                try scene.run("show", "film-a", "--library", "library", "--json")
                try scene.run("show", "Part 2", "--library", "library", "--json")
                try scene.run("show", "film-a", "--library", "library")
            }
        }

        @Test func `a library is named by a flag, by an older one or by the environment`() throws {
            try Scene.play("library/named") { scene in
                try scene.workplace.draw(1...1)
                try scene.run("batch", ".", "--library", "library", "--width", "40", "--quiet")
                try scene.run("list", "--library", "library", "--json")
                try scene.run("list", "--json", environment: ["MOSAIC_LIBRARY": "library"])
                try scene.run("list", "--library", "absent", environment: ["MOSAIC_LIBRARY": "library"])
                try scene.run("list")
                scene.note("A catalog may lie elsewhere")
                try scene.run("repair", "--library", "library", "--catalog", "elsewhere.sqlite", "--json")
                try scene.run("list", "--library", "library", "--catalog", "elsewhere.sqlite", "--json")
                try scene.files(in: ".") { !$0.contains("/") }
            }
        }
    }
}
