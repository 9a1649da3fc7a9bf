import Foundation
import Seeded
import Testing
import Tiers

extension BehaviourTests {
    /// Killed commands leave whole files, and later commands finish their work.
    @Suite struct KillingTests {
        private static let films = ["one", "two", "three", "four", "five"]
        private static let settings = ["--width", "64", "--grid", "2x1", "--keep-old", "0"]

        private func draw(_ workplace: Workplace, variant: Int) throws {
            for (number, film) in Self.films.enumerated() {
                let chapters = 1...(2 + (number + variant) % 3)
                try? workplace.remove("films/\(film)")
                for chapter in chapters {
                    try workplace.draw(chapter: chapter, in: "films/\(film)", variant: 10 * variant + number)
                }
            }
        }

        /// Every command that publishes, each over the same films.
        private var commands: [[String]] {
            let batch = ["batch", "films", "-o", "library", "--id", "slug"] + Self.settings
            return [
                batch, batch + ["--resume"], ["compose", "films/one", "-o", "single"] + Self.settings,
                ["worker", "--library", "library", "--once", "--keep-old", "0"],
                ["submit", "films/two", "--id", "two", "--settle", "0", "--library", "library"] + Self.settings,
            ]
        }

        /// Every track that is published parses, and names whole sheets.
        private func check(_ workplace: Workplace, after note: String) throws {
            for folder in Self.films.map({ "library/\($0)" }) + ["single"] {
                guard workplace.holds("\(folder)/thumbnails.vtt") else { continue }
                do {
                    _ = try TrackFile(in: folder, of: workplace)
                } catch {
                    Issue.record("after \(note): \(error)")
                }
            }
        }

        /// Finishes the work without kills, and records the state of the library.
        private func finish(_ scene: Scene) throws {
            // What it finds depends on where the kills fell.
            _ = try scene.workplace.run(["repair", "--library", "library", "--keep-old", "0"])
            let worker = try scene.workplace.run([
                "worker", "--library", "library", "--once", "--keep-old", "0", "--quiet",
            ])
            #expect(worker.isSuccess, "\(worker.said)")
            for command in [commands[1], commands[2]] {
                let run = try scene.workplace.run(command)
                #expect(run.isSuccess, "\(run.said)")
            }
            try scene.run("repair", "--library", "library", "--keep-old", "0", "--json")
        }

        @Test(.thorough) func `twelve kills leave every track whole, and the library as if there had been none`() throws
        {
            try Scene.play("killing/library") { scene in
                let workplace = scene.workplace
                try draw(workplace, variant: 0)
                // A job for the worker to be killed at.
                _ = try workplace.run(commands[4])
                let clock = ContinuousClock()
                let whole = try clock.measure { _ = try workplace.run(commands[0]) }
                var random = SeededGenerator(seed: 7)
                for number in 1...12 {
                    try draw(workplace, variant: number % 3)
                    let command = commands[number % commands.count]
                    if command[0] == "worker" { _ = try workplace.run(commands[4]) }
                    let child = try workplace.start(command)
                    let share = Double(UInt32.random(in: 0...1_000, using: &random)) / 1_000
                    usleep(UInt32(share * Double(whole / .microseconds(1))))
                    child.send(SIGKILL)
                    _ = try child.outcome()
                    try check(workplace, after: "kill \(number), \(command[0])")
                }
                try draw(workplace, variant: 0)
                try finish(scene)
                let jobs = try workplace.run(["jobs", "--library", "library", "--json"])
                let states = try JSONValue(parsing: jobs.output)["jobs"]?.list.map { $0["state"]?.text }
                #expect(states?.allSatisfy { $0 == "completed" } == true, "\(jobs.text)")
                scene.note("The same without kills")
                try FileManager.default.moveItem(atPath: workplace.path("library"), toPath: workplace.path("killed"))
                try FileManager.default.moveItem(
                    atPath: workplace.path("single"), toPath: workplace.path("killed-single"))
                for command in [commands[0], commands[2]] {
                    let run = try workplace.run(command)
                    #expect(run.isSuccess, "\(run.said)")
                }
                for (killed, fresh) in [("killed", "library"), ("killed-single", "single")] {
                    // What a database keeps beside its file goes with the last that closes it.
                    func names(in folder: String) throws -> [String] {
                        try workplace.files(below: folder).filter { !$0.contains(".sqlite-") }
                    }
                    let (names, others) = (try names(in: killed), try names(in: fresh))
                    #expect(names == others)
                    for name in others where name.hasSuffix(".jpg") || name.hasSuffix(".vtt") {
                        #expect(
                            try workplace.read("\(killed)/\(name)") == workplace.read("\(fresh)/\(name)"), "\(name)")
                    }
                }
                try scene.files(in: "library")
                try scene.files(in: "single")
            }
        }
    }
}
