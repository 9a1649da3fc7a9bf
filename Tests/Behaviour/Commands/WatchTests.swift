import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic watch`.
    @Suite struct WatchTests {
        @Test(arguments: [[], ["--poll"]])
        func `a storyboard follows its folder until the tool is stopped`(options: [String]) throws {
            try Scene.play("watch/\(options.first?.dropFirst(2) ?? "notified")") { scene in
                try scene.workplace.draw(1...2)
                let arguments = ["watch", "shots", "-o", "out", "--width", "40", "--rest", "0.1", "--keep-old", "0"]
                scene.note("mosaic " + (arguments + options).joined(separator: " ") + " --json")
                let watch = try scene.workplace.start(arguments + options + ["--json"])
                func wait(_ lines: Int) throws {
                    try Poll.wait(for: "update \(lines)") {
                        try watch.output().split(separator: "\n").count == lines && watch.output().hasSuffix("\n")
                    }
                }
                try wait(1)
                try scene.workplace.draw(chapter: 3)
                try wait(2)
                try scene.workplace.remove("shots/ch1_10s.jpg")
                try wait(3)
                watch.send(SIGTERM)
                try scene.end(watch, as: .lines)
                try scene.files(in: "out")
                try scene.text("out/thumbnails.vtt")
            }
        }

        @Test func `the exit status reports a source that cannot be watched`() throws {
            try Scene.play("watch/refusals") { scene in
                try scene.workplace.draw(1...1)
                scene.words = ["no-folder"]
                try scene.run("watch", "no-folder", "-o", "out", "--json")
                try scene.run("watch", "shots", "-o", "out", "--rest", "soon")
                try scene.run("watch")
            }
        }
    }
}
