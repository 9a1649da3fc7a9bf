import Foundation
import Testing

extension BehaviourTests {
    /// Folders of screenshots that a server composes.
    @Suite struct SourceTests {
        @Test func `a submission may name a folder below a source root`() throws {
            try Scene.play("http/source") { scene in
                try scene.workplace.draw(1...2, in: "films/7")
                try scene.workplace.draw(1...1, in: "elsewhere")
                let served = try ServedScene(
                    scene, "--library", "library", "--source-root", "films", "--open-downloads")
                for source in ["absent", "../elsewhere", "/etc", ""] {
                    try served.submit("film", #"{"source": "\#(source)"}"#)
                }
                try served.submit("film", #"{"source": "7", "chapters": 2, "title": "Seven"}"#)
                try served.wait(forJob: 1, toBe: "completed")
                try served.get("/jobs/1")
                try served.get("/storyboards/film/thumbnails.vtt")
                try served.get("/chapter-screenshots/film/ch1_10s.jpg")
                try served.get("/geo/chapters/film/thumbnails")
                scene.note("Whoever composes from elsewhere takes no uploads")
                try served.upload(3, of: "film")
                scene.note("A job that fails says why, and is retried")
                try scene.workplace.write("no picture", to: "films/8/ch1_10s.jpg")
                try served.submit("broken", #"{"source": "8", "settle_s": 0}"#)
                try served.wait(forJob: 2, toBe: "failed")
                for path in [
                    "/jobs/2", "/jobs?state=failed", "/geo/data/screenshot-status/broken", "/api/v1/status/broken",
                    "/api/v1/downloads/queue", "/storyboards/broken/thumbnails.vtt",
                ] {
                    try served.get(path)
                }
                try served.ask("POST", "/jobs/1/cancel")
                try scene.workplace.draw(chapter: 1, in: "films/8")
                try served.ask("POST", "/api/v1/downloads/retry/broken")
                try served.wait(forJob: 2, toBe: "completed")
                try served.get("/storyboards/broken/thumbnails.vtt")
                try served.stop()
            }
        }

        @Test func `screenshots that lie in the library are composed with the first request`() throws {
            try Scene.play("http/first-request") { scene in
                try scene.workplace.draw(1...2, in: "library/film/screenshots")
                let served = try ServedScene(scene, "--library", "library")
                try served.get("/storyboards/film/thumbnails.vtt")
                try served.get("/storyboards/film/tile?chapter=2")
                try served.get("/storyboards/film/screenshots/ch1_10s.jpg")
                try served.stop()
                scene.note("None is where nobody waits for it")
                try scene.workplace.draw(1...2, in: "other/film/screenshots")
                let idle = try ServedScene(scene, "--library", "other", "--first-composition", "0")
                try idle.get("/storyboards/film/thumbnails.vtt")
                try idle.stop()
            }
        }
    }
}
