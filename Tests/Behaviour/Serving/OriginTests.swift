import Foundation
import Testing

extension BehaviourTests {
    /// Requests by pages of other origins, host names of a server, and the beginnings of its URLs.
    @Suite struct OriginTests {
        private func publish(_ scene: Scene) throws {
            try scene.workplace.draw(1...2)
            try scene.run(
                "batch", "-", "-o", "library", "--width", "40", "--quiet",
                input: #"{"id": "film", "source": "shots"}"#, as: .lines)
        }

        @Test func `pages of all origins read published files, and cannot write`() throws {
            try Scene.play("http/origins") { scene in
                try publish(scene)
                let served = try ServedScene(scene, "--library", "library")
                let origin = "Origin: https://player.example"
                for path in ["/storyboards/film/thumbnails.vtt", "/storyboards", "/nothing"] {
                    try served.ask("HEAD", path, [origin], shows: .all)
                }
                for (path, method) in [
                    ("/storyboards/film/thumbnails.vtt", "GET"), ("/storyboards/film", "PUT"), ("/storyboards", "GET"),
                ] {
                    try served.ask("OPTIONS", path, [origin, "Access-Control-Request-Method: \(method)"], shows: .all)
                }
                try served.submit("film", "{}", [origin], shows: .all)
                try served.ask("POST", "/admin/purge", ["Sec-Fetch-Site: cross-site"])
                for host in ["localhost", "other.example", "127.0.0.1:1"] {
                    try served.get("/storyboards", "Host: \(host)")
                    try served.get("/health", "Host: \(host)")
                }
                try served.stop()
            }
        }

        @Test func `named origins alone may read, and others write`() throws {
            try Scene.play("http/allowed-origins") { scene in
                try publish(scene)
                let served = try ServedScene(
                    scene, "--library", "library", "--allow-origin", "https://player.example", "--allow-write-origin",
                    "https://desk.example", "--allow-host", "films.example", "--resource-policy", "same-site")
                for origin in ["https://player.example", "https://desk.example", "https://other.example"] {
                    let field = "Origin: \(origin)"
                    try served.ask("HEAD", "/storyboards/film/thumbnails.vtt", [field], shows: .all)
                    try served.ask("HEAD", "/storyboards", [field], shows: .all)
                    try served.ask(
                        "OPTIONS", "/storyboards/film",
                        [field, "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: content-type"],
                        shows: .all)
                    try served.ask("POST", "/admin/purge", [field], shows: .all)
                }
                try served.get("/storyboards", "Host: films.example")
                try served.stop()
            }
        }

        @Test func `URLs begin with the configured prefix and public URL`() throws {
            try Scene.play("http/prefix") { scene in
                try publish(scene)
                let served = try ServedScene(
                    scene, "--library", "library", "--url-prefix", "/mosaic/v1", "--public-url", "https://cdn.example")
                for path in [
                    "/health", "/mosaic/v1/health", "/storyboards", "/mosaic/v1/storyboards",
                    "/mosaic/v1/storyboards/film",
                    "/mosaic/v1/storyboards/film/thumbnails.vtt", "/mosaic/v1/storyboards/film/tile?t=1",
                    "/mosaic/v1/jobs", "/mosaic/v1/geo/chapters/film/thumbnails",
                ] {
                    try served.get(path)
                }
                try served.ask(
                    "PUT", "/mosaic/v1/storyboards/other", ["Content-Type: application/json"], body: Data("{}".utf8))
                try served.stop()
            }
        }
    }
}
