import Foundation
import Testing

extension BehaviourTests {
    /// Tokens, signed links and servers that only read.
    @Suite struct AccessTests {
        private static let routes = [
            ("GET", "/storyboards"), ("GET", "/jobs"), ("GET", "/metrics"), ("GET", "/storyboards/film/mosaic.json"),
            ("GET", "/geo/chapters/film/thumbnails"), ("GET", "/geo/data/screenshot-status/film"), ("GET", "/health"),
            ("POST", "/jobs/7/retry"), ("POST", "/admin/purge"), ("DELETE", "/storyboards/other"),
        ]

        /// Statuses alone: what the routes answer is pinned elsewhere.
        private func ask(_ scene: Scene, _ served: ServedScene, _ who: String, _ fields: [String] = []) throws {
            scene.begin(who)
            for (method, path) in Self.routes {
                let answer = try served.quietly(method, path, fields)
                let challenge = answer["WWW-Authenticate"].map { " " + Self.withoutSentence($0) } ?? ""
                let code = answer.status >= 400 ? try answer.json()["error"]?["code"]?.text ?? "no code" : ""
                scene.write("  \(method) \(path): \(answer.status) \(code)\(challenge)")
            }
        }

        private static func withoutSentence(_ challenge: String) -> String {
            challenge.replacing(/error_description="[^"]*"/, with: "error_description=<prose>")
        }

        /// Publishes a storyboard with its job in a library.
        private func publish(_ scene: Scene) throws {
            try scene.workplace.draw(1...2)
            try scene.run(
                "submit", "shots", "--library", "library", "--id", "film", "--settle", "0", "--width", "40", "--grid",
                "2x2")
            try scene.run("worker", "--library", "library", "--once", "--quiet")
        }

        @Test func `a fixed token opens lists and writes`() throws {
            try Scene.play("http/token") { scene in
                try publish(scene)
                let served = try ServedScene(
                    scene, "--library", "library", environment: ["MOSAIC_AUTH_TOKEN": "secret-1-of-this-scene"])
                try ask(scene, served, "nobody")
                try ask(scene, served, "a wrong token", ["Authorization: Bearer secret-2"])
                try ask(scene, served, "another scheme", ["Authorization: Basic secret-1-of-this-scene"])
                try ask(scene, served, "the token", ["Authorization: Bearer secret-1-of-this-scene"])
                try served.get("/storyboards?token=secret-1-of-this-scene")
                try served.stop()
            }
        }

        @Test func `signed tokens open as much as their scope says`() throws {
            try Scene.play("http/jwt") { scene in
                try publish(scene)
                let served = try ServedScene(
                    scene, "--library", "library", "--read", "token",
                    environment: ["MOSAIC_JWT_SECRET": "a secret that has 32 bytes, or so"])
                // {"alg":"HS256"}, {"exp":4102444800,"scope":"read"} and "write", as openssl dgst -sha256 -hmac signs them.
                let head = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjQxMDI0NDQ4MDAsInNjb3BlIjoi"
                let read = head + "cmVhZCJ9.nGtGrKmknhJoPeQNygQRI3OrRqBRrtE2bzMzJBk2zPc"
                let write = head + "d3JpdGUifQ.p39lc4XfvZJzcJWBdpWsJBMeurRjiiQChDMfkdW0fd8"
                try ask(scene, served, "nobody")
                try ask(scene, served, "read", ["Authorization: Bearer \(read)"])
                try ask(scene, served, "write", ["Authorization: Bearer \(write)"])
                try ask(scene, served, "a broken signature", ["Authorization: Bearer \(read.dropLast())d"])
                try served.stop()
            }
        }

        @Test func `links are signed if reading needs a token, and open their files`() throws {
            try Scene.play("http/links") { scene in
                try publish(scene)
                let served = try ServedScene(
                    scene, "--library", "library", "--read", "token",
                    environment: [
                        "MOSAIC_AUTH_TOKEN": "secret-1-of-this-scene",
                        "MOSAIC_LINK_KEY": "a key of links that has 32 bytes!",
                    ])
                let redirect = try served.get("/storyboards/film", secret: "secret-1-of-this-scene")
                let record = try #require(redirect["Location"])
                let query = try #require(record.split(separator: "?").last)
                try served.get("/storyboards/film/thumbnails.vtt")
                let track = try served.get("/storyboards/film/thumbnails.vtt?\(query)", shows: .all)
                try served.get("/storyboards/film/thumbnails.vtt?max=1&token=secret-1-of-this-scene")
                let sheet = try #require(
                    String(decoding: track.body, as: UTF8.self).firstMatch(of: /sheet-[^#]+/)
                ).output
                try served.get("/storyboards/film/\(sheet)", shows: .all)
                try served.get("/storyboards/film/\(sheet.prefix { $0 != "?" })")
                let tile = try served.get("/storyboards/film/tile?t=25&\(query)")
                try served.get(#require(try tile.json()["tile"]?.text))
                try served.get("/storyboards/film/tile.jpg?t=25&\(query)")
                try served.get("/storyboards/film/preview?\(query)")
                scene.note("A link opens neither lists nor screenshots, and no other storyboard")
                let signature = try #require(sheet.split(separator: "?").last)
                for path in [
                    "/storyboards?\(query)", "/storyboards/other/mosaic.json?\(query)", "/jobs/1?\(query)",
                    "/storyboards/film/screenshots/ch1_10s.jpg?\(query)", "/storyboards/film/mosaic.json?\(signature)",
                    "/storyboards/film/mosaic.json?exp=1&sig=\(String(repeating: "A", count: 43))",
                ] {
                    try served.get(path)
                }
                try served.stop()
            }
        }

        @Test func `a server that only reads changes nothing`() throws {
            try Scene.play("http/read-only") { scene in
                try publish(scene)
                let served = try ServedScene(scene, "--library", "library", "--read-only")
                try ask(scene, served, "anybody")
                try served.submit("film", "{}")
                try served.upload(1, of: "film")
                try served.ask("DELETE", "/storyboards/film")
                try served.stop()
                try scene.files(in: "library")
            }
        }
    }
}
