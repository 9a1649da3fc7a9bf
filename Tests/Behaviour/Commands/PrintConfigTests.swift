import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic serve --print-config`: each setting with its source, and refused values.
    @Suite struct PrintConfigTests {
        @Test func `reports the source of each setting`() throws {
            try Scene.play("serve/print-config") { scene in
                try scene.run("serve", "--print-config", "--json")
                try scene.workplace.write(
                    """
                    {"port": 9000, "cache": 7, "allow_host": ["a.example", "b.example"], "hot_answers": false,
                     "read": "token", "auth_token": "token-from-a-file"}
                    """, to: "serve.json")
                let variables = [
                    "MOSAIC_CACHE": "8", "MOSAIC_ALLOW_ORIGIN": "https://a.example,https://b.example",
                    "MOSAIC_LINK_KEY": "a key of links that has 32 bytes!", "MOSAIC_IDLE": "10s",
                ]
                try scene.run(
                    "serve", "--print-config", "--json", "--config", "serve.json", "--idle", "1m",
                    "--no-keep-screenshots",
                    "--source-root", "a", "--source-root", "b", environment: variables, as: .changedSettings)
                try scene.run(
                    "serve", "--print-config", "--json",
                    environment: ["MOSAIC_CONFIG": "serve.json", "MOSAIC_LIBRARY": "library"], as: .changedSettings)
            }
        }

        @Test func `refuses invalid settings`() throws {
            try Scene.play("serve/refusals") { scene in
                try scene.workplace.write("{", to: "half.json")
                try scene.workplace.write(#"{"prot": 1}"#, to: "unknown.json")
                for options in [
                    ["--json"], ["--port", "high", "--print-config"], ["--config", "half.json", "--print-config"],
                    ["--config", "unknown.json", "--print-config"], ["--config", "absent.json", "--print-config"],
                    ["--library", "library", "--host", "0.0.0.0"], ["--library", Repository.composedSample],
                ] {
                    try scene.run(["serve"] + options)
                }
                try scene.run("serve", "--library", "library", environment: ["MOSAIC_JWT_SECRET": "too short"])
            }
        }
    }
}
