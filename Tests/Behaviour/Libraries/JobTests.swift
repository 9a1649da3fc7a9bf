import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic submit`, `worker`, `jobs`, `retry` and `cancel`.
    @Suite struct JobTests {
        @Test func `a job is submitted, done and listed`() throws {
            try Scene.play("jobs/done") { scene in
                scene.words = ["film-1", "film-2", "shots"]
                try scene.workplace.draw(1...3)
                let submit = ["submit", "shots", "--library", "library", "--width", "40", "--grid", "2x2"]
                try scene.run(submit + ["--id", "film-1", "--expect", "3", "--title", "One", "--json"])
                scene.note("The same again is the same job")
                try scene.run(submit + ["--id", "film-1", "--expect", "3", "--title", "One", "--json"])
                try scene.run(submit + ["--id", "film-2", "--settle", "0", "--priority", "interactive"])
                try scene.run("jobs", "--library", "library", "--json")
                try scene.run("show", "film-1", "--library", "library", "--json")
                try scene.run("worker", "--library", "library", "--once", "--jobs", "1")
                try scene.run("worker", "--library", "library", "--once")
                try scene.run("jobs", "--library", "library", "--json")
                try scene.run("jobs", "--library", "library")
                try scene.run("jobs", "--library", "library", "--limit", "1", "--offset", "1", "--json")
                try scene.run("show", "film-1", "--library", "library", "--json")
                try scene.files(in: "library")
            }
        }

        @Test func `a failed job has a reason, and a retry restarts it`() throws {
            try Scene.play("jobs/failed") { scene in
                scene.words = ["film-1", "film-2"]
                try scene.workplace.write("no picture", to: "shots/ch1_10s.jpg")
                for id in ["film-1", "film-2"] {
                    try scene.run(
                        "submit", "shots", "--library", "library", "--id", id, "--settle", "0", "--width", "40")
                }
                try scene.run("worker", "--library", "library", "--once", "--quiet", "--jobs", "1")
                try scene.run("jobs", "--library", "library", "--state", "failed", "--json")
                try scene.run("jobs", "--library", "library", "--state", "completed", "--json")
                try scene.workplace.draw(chapter: 1)
                try scene.run("retry", "film-1", "--library", "library")
                try scene.run("retry", "--failed", "--library", "library")
                try scene.run("worker", "--library", "library", "--once", "--jobs", "1")
                try scene.run("jobs", "--library", "library", "--json")
            }
        }

        @Test func `cancelling a job keeps its published storyboard`() throws {
            try Scene.play("jobs/cancelled") { scene in
                scene.words = ["film-1", "no-film"]
                try scene.workplace.draw(1...1)
                let submit = ["submit", "shots", "--library", "library", "--width", "40", "--id", "film-1", "--expect"]
                try scene.run(submit + ["1"])
                try scene.run("worker", "--library", "library", "--once")
                try scene.run(submit + ["2", "--json"])
                try scene.run("cancel", "film-1", "--library", "library")
                try scene.run("cancel", "film-1", "--library", "library")
                try scene.run("worker", "--library", "library", "--once")
                try scene.run("show", "film-1", "--library", "library", "--json")
                try scene.run("retry", "film-1", "--library", "library")
                for command in ["cancel", "retry", "show"] {
                    try scene.run(command, "no-film", "--library", "library")
                    try scene.run(command, "a/b", "--library", "library")
                    try scene.run(command, "--library", "library")
                }
                try scene.run("show", "no-film", "--library", "library", "--json")
            }
        }

        @Test func `chapters are listed, and a placeholder may stand for one that is missing`() throws {
            try Scene.play("jobs/chapters") { scene in
                scene.words = ["shots"]
                try scene.workplace.draw(1...1)
                try scene.workplace.write(
                    #"[{"index": 1, "time_ms": 10000, "title": "One"}, {"index": 2, "time_ms": 20000}]"#,
                    to: "chapters.json")
                try scene.run(
                    "submit", "shots", "--library", "library", "--width", "40", "--chapters", "chapters.json",
                    "--missing",
                    "placeholder", "--arrival-timeout", "0.2", "--duration", "30", "--json")
                try scene.run("worker", "--library", "library", "--once", "--jobs", "1")
                try scene.run("show", "shots", "--library", "library", "--json")
                try scene.document("library/shots/mosaic.json")
            }
        }

        @Test func `refuses invalid submissions, and creates no library`() throws {
            try Scene.play("jobs/refusals") { scene in
                try scene.workplace.draw(1...1)
                for (name, text) in [("none.json", "[]"), ("object.json", "{}"), ("half.json", #"[{"index": 1}]"#)] {
                    try scene.workplace.write(text, to: name)
                }
                for options in [
                    ["--expect", "0"], ["--missing", "gray"], ["--settle", "-1"], ["--priority", "soon"],
                    ["--id", "a/b"], ["--expect", "3", "--chapters", "none.json"], ["--chapters", "none.json"],
                    ["--chapters", "object.json"], ["--chapters", "half.json"], ["--chapters", "absent.json"],
                    ["--missing", "placeholder"], ["--expect", "3", "--missing", "placeholder"], ["--quality", "101"],
                ] {
                    try scene.run(["submit", "shots", "--library", "library"] + options)
                }
                for command in [["jobs"], ["list"], ["repair"], ["worker", "--once"], ["show", "x"], ["retry", "x"]] {
                    try scene.run(command + ["--library", "library"])
                }
                #expect(!scene.workplace.holds("library"))
                try scene.run("submit", "later", "--library", "library", "--expect", "2", "--json")
            }
        }
    }
}
