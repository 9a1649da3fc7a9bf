import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic worker` and what stops it.
    @Suite struct WorkerTests {
        private func tiles(of library: String, in scene: Scene) throws -> Int {
            guard scene.workplace.holds("\(library)/shots/mosaic.json") else { return 0 }
            return try JSONValue(parsing: scene.workplace.read("\(library)/shots/mosaic.json"))["tiles"]?.list.count
                ?? 0
        }

        @Test func `a worker that is stopped gives its job back`() throws {
            try Scene.play("worker/stopped") { scene in
                scene.words = ["shots"]
                for (library, options, signal) in [("library", [], SIGTERM), ("library-once", ["--once"], SIGINT)] {
                    try scene.workplace.draw(1...2)
                    try scene.run("submit", "shots", "--library", library, "--width", "40", "--expect", "3")
                    let arguments = ["worker", "--library", library, "--jobs", "1", "--quiet"] + options
                    scene.note("mosaic " + arguments.joined(separator: " "))
                    let worker = try scene.workplace.start(arguments)
                    try Poll.wait(for: "two chapters") { try tiles(of: library, in: scene) == 2 }
                    worker.send(signal)
                    try scene.end(worker)
                    try scene.run("jobs", "--library", library, "--json")
                    scene.note("The last chapter comes")
                    try scene.workplace.draw(chapter: 3)
                    try scene.run("worker", "--library", library, "--once", "--quiet")
                    try scene.run("jobs", "--library", library, "--json")
                    try scene.workplace.remove("shots/ch3_30s.jpg")
                }
            }
        }

        @Test func `a worker makes a library for others to submit to`() throws {
            try Scene.play("worker/new-library") { scene in
                try scene.workplace.draw(1...1)
                let worker = try scene.workplace.start(["worker", "--library", "library", "--jobs", "1", "--quiet"])
                try Poll.wait(for: "a library") { scene.workplace.holds("library/.mosaic-catalog.sqlite") }
                try scene.run("submit", "shots", "--library", "library", "--width", "40", "--settle", "0")
                try Poll.wait(for: "a storyboard") {
                    try scene.workplace.run(["jobs", "--library", "library", "--state", "completed", "--json"])
                        .text.contains("shots")
                }
                worker.send(SIGTERM)
                try scene.end(worker)
                try scene.files(in: "library")
                for options in [["--jobs", "0"], ["--keep-old", "soon"]] {
                    try scene.run(["worker", "--library", "library", "--once"] + options)
                }
            }
        }
    }
}
