import Foundation
import Testing

extension BehaviourTests {
    /// Lists of storyboards and jobs, page by page.
    @Suite struct ListRoutesTests {
        @Test func `lists are searched, sorted and paged`() throws {
            try Scene.play("http/lists") { scene in
                for number in 1...3 { try scene.workplace.draw(1...number, in: "films/\(number)") }
                // One after the other, so that jobs have an order; a screenshot that is none leaves a placeholder.
                try scene.workplace.write("no picture", to: "films/2/ch9_90s.jpg")
                for number in [2, 3, 1] {
                    let manifest =
                        #"{"id": "film-\#(number)", "source": "films/\#(number)", "title": "Part \#(4 - number)"}"#
                    try scene.run(
                        ["batch", "-", "-o", "library", "--width", "40", "--quiet"], input: manifest, as: .lines)
                }
                let served = try ServedScene(scene, "--library", "library")
                try served.get("/storyboards?sort=id")
                for query in [
                    "sort=id&limit=2", "sort=id&limit=2&offset=2", "search=FILM-2", "search=part%201",
                    "search=nothing", "sort=id&offset=7",
                ] {
                    try served.get("/storyboards?\(query)", shows: .ids)
                }
                try served.get("/jobs")
                for query in [
                    "?limit=2", "?limit=2&offset=2", "?state=completed&limit=1", "?state=failed",
                    "?offset=1&state=completed",
                ] {
                    try served.get("/jobs\(query)", shows: .ids)
                }
                try served.stop()
            }
        }
    }
}
