import Foundation
import Testing

extension BehaviourTests {
    /// `/metrics` and the log.
    @Suite struct DescribedTests {
        @Test func `metrics have their names, types and labels`() throws {
            try Scene.play("http/metrics") { scene in
                let served = try ServedScene(scene, "--library", "library")
                try served.submit("film", #"{"chapters": 1}"#)
                try served.upload(1, of: "film")
                try served.wait(forJob: 1, toBe: "completed")
                // What is measured of a composition is told after its job is.
                try Poll.wait(for: "a composition among the metrics") {
                    let answer = try served.quietly("GET", "/metrics")
                    return String(decoding: answer.body, as: UTF8.self).contains(
                        "mosaic_compose_duration_seconds_count")
                }
                let answer = try served.get("/metrics", shows: .all)
                for line in DescribedServer.metrics(String(decoding: answer.body, as: UTF8.self)) { scene.write(line) }
                try served.ask("HEAD", "/metrics")
                try served.stop()
            }
        }

        @Test func `log lines are JSON with these keys where that is asked for`() throws {
            try Scene.play("http/log") { scene in
                let served = try ServedScene(scene, "--library", "library", "--log-format", "json")
                try served.get("/health")
                try served.get("/nothing")
                let log = try served.stop().said
                for line in log.split(separator: "\n") {
                    let members = try JSONValue(parsing: Data(line.utf8)).members
                    // What is no request is told in sentences.
                    guard members["target"] != nil || members["metadata"] != nil else { continue }
                    scene.write(members.keys.sorted().joined(separator: " "))
                    for key in ["level", "method", "target", "status"] {
                        scene.write("  \(key) \(members[key] ?? .null)")
                    }
                }
            }
        }
    }
}
