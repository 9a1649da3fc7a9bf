import Foundation
import MosaicFixtures
import Testing

/// Where `mosaic serve` takes its settings from.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeSettingsTests {
    private let folder = TemporaryFolder()

    /// A setting in `--print-config --json`.
    private struct Shown: Decodable {
        let value: Value?
        let from: String
    }

    private struct ShownDocument: Decodable {
        let version: Int
        let settings: [String: Shown]
    }

    private enum Value: Decodable, Hashable {
        case truth(Bool), number(Double), text(String), list([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .list(try container.decode([String].self))
            }
        }

        /// As the environment and the command line have it.
        var word: String {
            switch self {
            case .truth(let truth): "\(truth)"
            case .number(let number): "\(Int(number))"
            case .text(let text): text
            case .list(let texts): texts.joined(separator: ",")
            }
        }

        /// As the file has it.
        var json: Any {
            switch self {
            case .truth(let truth): truth
            case .number(let number): number
            case .text(let text): text
            case .list(let texts): texts
            }
        }
    }

    private static let secrets: Set = [
        "auth_token", "jwt_secret", "link_key", "on_complete_secret", "sheet_url_secret",
    ]
    private static let withoutFlag = secrets.subtracting(["auth_token"])

    /// For each setting a value for the file, one for the environment and one for the command line.
    private static let samples: [String: [Value]] = {
        var samples: [String: [Value]] = [
            "read": [.text("token"), .text("public"), .text("token")],
            "log_format": [.text("json"), .text("text"), .text("json")],
            "log_level": [.text("error"), .text("debug"), .text("warning")],
        ]
        for key in [
            "port", "link_lifetime", "upload_size", "upload_pixels", "queue", "queue_per_token", "jobs",
            "first_composition", "cache",
            "in_flight", "headers", "connections", "idle", "slowest_body", "keep_old", "grace",
            "downloads", "download_time", "download_size",
        ] { samples[key] = [.number(3), .number(4), .number(5)] }
        for key in [
            "read_only", "compose_on_request", "keep_screenshots", "hot_answers", "anonymous", "open_downloads",
            "on_complete_private",
        ] {
            samples[key] = [.truth(true), .truth(false), .truth(true)]
        }
        for key in ["allow_host", "allow_origin", "allow_write_origin", "source_root", "video_root"] {
            samples[key] = [.list(["a"]), .list(["b", "c"]), .list(["d", "e"])]
        }
        for key in [
            "library", "catalog", "host", "url_prefix", "public_url", "sheet_url", "tls_cert", "tls_key",
            "jwt_secret_file",
            "jwt_public_key", "jwt_issuer", "jwt_audience", "jwt_scope_claim", "resource_policy", "screenshots",
            "screenshots_url", "endpoint_url", "jwt_key_set", "downloader", "on_complete",
        ] + secrets { samples[key] = [.text("s3cret-1"), .text("s3cret-2"), .text("s3cret-3")] }
        return samples
    }()

    private func shown(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> [String: Shown] {
        let run = try BuiltTool.run(
            ["serve", "--print-config", "--json"] + arguments, in: folder, environment: environment)
        // Values of all kinds together may be none that a server begins with; they are shown all the same.
        #expect([0, 64, 66].contains(run.status) && !run.output.contains("s3cret-9"))
        let document = try JSONDecoder().decode(ShownDocument.self, from: Data(run.bytes))
        #expect(document.version == 1)
        return document.settings
    }

    private func write(_ values: [String: Any]) throws {
        try folder.write(Array(JSONSerialization.data(withJSONObject: values)), to: "serve.json")
    }

    private static func variable(_ key: String) -> String { "MOSAIC_" + key.uppercased() }
    private static func flag(_ key: String) -> String { "--" + key.replacing("_", with: "-") }

    private func check(_ shown: [String: Shown], source: Int, from: (String) -> String) {
        for (key, values) in Self.samples {
            #expect(shown[key]?.from == from(key), "\(key)")
            #expect(shown[key]?.value == (Self.secrets.contains(key) ? .text("set") : values[source]), "\(key)")
        }
    }

    @Test func `a variable whose name is almost that of a setting is refused`() throws {
        func serve(_ name: String) throws -> BuiltTool.Outcome {
            try BuiltTool.run(["serve", "--print-config"], in: folder, environment: [name: "tcp://10.0.0.1:80"])
        }
        let run = try serve("MOSAIC_AUTH_TOKN")
        #expect(run.status == 64)
        #expect(
            run.errors == "mosaic: MOSAIC_AUTH_TOKN: There is no such setting. Did you mean MOSAIC_AUTH_TOKEN?\n")
        // Kubernetes sets it for a service called mosaic.
        #expect(try serve("MOSAIC_SERVICE_HOST").status == 0)
    }

    @Test func `a flag overrides the environment, which overrides the file, which overrides the default`() throws {
        let initial = try shown()
        #expect(Set(initial.keys) == Set(Self.samples.keys))
        #expect(initial.values.allSatisfy { $0.from == "default" })
        #expect(Self.secrets.allSatisfy { initial[$0]?.value == .text("not set") })

        try write(Self.samples.mapValues { $0[0].json })
        check(try shown(["--config", "serve.json"]), source: 0) { _ in "serve.json" }
        check(try shown([], ["MOSAIC_CONFIG": "serve.json"]), source: 0) { _ in "serve.json" }

        let variables = Dictionary(uniqueKeysWithValues: Self.samples.map { (Self.variable($0), $1[1].word) })
        check(try shown(["--config", "serve.json"], variables), source: 1, from: Self.variable)

        let flags = Self.samples.filter { !Self.withoutFlag.contains($0.key) }.flatMap { key, values in
            switch values[2] {
            case .truth: [Self.flag(key)]
            case .list(let texts): texts.flatMap { [Self.flag(key), $0] }
            default: [Self.flag(key), values[2].word]
            }
        }
        check(try shown(["--config", "serve.json"] + flags, variables), source: 2) { key in
            Self.withoutFlag.contains(key) ? Self.variable(key) : Self.flag(key)
        }
    }

    @Test func `an empty variable sets nothing, and a switch can be turned off again`() throws {
        #expect(try shown([], ["MOSAIC_PORT": "", "MOSAIC_CONFIG": ""])["port"]?.from == "default")
        #expect(try shown(["--no-read-only"], ["MOSAIC_READ_ONLY": "yes"])["read_only"]?.value == .truth(false))
        let named = try shown([folder.path], ["MOSAIC_LIBRARY": "library"])["library"]
        #expect(named?.value == .text(folder.path) && named?.from == "argument")
    }

    @Test(
        arguments: [
            (#"{"prot": 1, "port": 2, "x": {"y": 1}}"#, "There is no setting prot, x."),
            (#"{"url-prefix": "/a"}"#, "There is no setting url-prefix."),
            (#"{"port": true}"#, "port takes a whole number"),
            (#"{"port": "80"}"#, "port takes a whole number of 0 to 65535, without quotes."),
            (#"{"read_only": "yes"}"#, "read_only takes true or false, without quotes."),
            (#"{"port": 80.5}"#, "port takes"),
            (#"{"port": 65536}"#, "port takes a whole number of 0 to 65535, not '65536'."),
            (#"{"port": 1e30}"#, "port takes"), (#"{"port": [80]}"#, "port takes"),
            (#"{"library": {"a": 1}}"#, "library takes text"),
            (#"{"read_only": 1}"#, "read_only takes true or false"),
            (#"{"read": "all"}"#, "read takes one of public, token"),
            (#"{"first_composition": 601}"#, "first_composition takes a number of 0 to 600"),
            (#"{"allow_host": "a"}"#, "allow_host takes a list"),
            (#"{"allow_host": ["a", 1]}"#, "allow_host takes a list"),
            (#"{"auth_token": 55378}"#, "auth_token takes text"), ("[]", "JSON object"),
            (#"{"port": 1"#, "JSON object"),
            ("", "JSON object"),
        ])
    func `reports forbidden content of a settings file, and exits with 65`(text: String, words: String) throws {
        try folder.write(Array(text.utf8), to: "serve.json")
        let run = try BuiltTool.run(["serve", "--config", "serve.json", "--print-config"], in: folder)
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("mosaic: serve.json: ") && run.errors.contains(words), "\(run.errors)")
        #expect(!run.errors.contains("55378"))
    }

    @Test(
        arguments: [
            (
                [], ["MOSAIC_PORT": "70000"], 64,
                "mosaic: MOSAIC_PORT: It takes a whole number of 0 to 65535, not '70000'."
            ),
            ([], ["MOSAIC_PORT": "tcp://10.0.0.1:80"], 64, "mosaic: MOSAIC_PORT: "),
            (
                [], ["MOSAIC_READ_ONLY": "perhaps"], 64,
                "mosaic: MOSAIC_READ_ONLY: It takes true or false, not 'perhaps'."
            ),
            ([], ["MOSAIC_FIRST_COMPOSITION": "nan"], 64, "mosaic: MOSAIC_FIRST_COMPOSITION: "),
            (["--port", "70000"], [:], 64, "mosaic: --port: It takes a whole number of 0 to 65535, not '70000'."),
            (
                ["--log-level", "loud"], [:], 64,
                "mosaic: --log-level: It takes one of debug, info, warning, error, not 'loud'."
            ),
            (["--config", "nothing.json"], [:], 66, "mosaic: --config nothing.json: "),
            ([], ["MOSAIC_CONFIG": "nothing.json"], 66, "mosaic: nothing.json: "),
            (["--jwt-secret", "a secret on the command line"], [:], 64, "Error: Unknown option"),
        ] as [([String], [String: String], Int32, String)])
    func `a value that cannot be is refused under the name that it has there`(
        arguments: [String], environment: [String: String], status: Int32, words: String
    ) throws {
        let run = try BuiltTool.run(
            ["serve", "--print-config"] + arguments, in: folder, environment: environment)
        #expect(run.status == status && run.errors.hasPrefix(words), "\(run.errors)")
    }

    @Test func `output never holds secrets`() throws {
        try write(["auth_token": "s3cret-8"])
        let environment = ["MOSAIC_JWT_SECRET": "s3cret-9", "MOSAIC_LINK_KEY": "s3cret-7"]
        for arguments in [["--print-config"], ["--print-config", "--json"], ["--library", "library"]] {
            let run = try BuiltTool.run(
                ["serve", "--config", "serve.json"] + arguments, in: folder, environment: environment)
            #expect(!run.output.contains("s3cret") && !run.errors.contains("s3cret"), "\(arguments)")
            // A secret of 8 bytes is none to sign with.
            #expect(run.status == 64)
        }
    }

    @Test(arguments: [
        ["--host", "0.0.0.0"], ["--public-url", "films"], ["--url-prefix", "a b"], ["--read", "token"],
        ["--tls-cert", "nothing.pem"], ["--tls-cert", "nothing.pem", "--tls-key", "nothing.pem"],
        ["--resource-policy", "none"], ["--auth-token", "ä"], ["--jwt-issuer", "joe"],
        ["--screenshots", "films"], ["--screenshots-url", "https://s3.example/films/"],
        ["--screenshots", "s3://films", "--screenshots-url", "films"],
    ])
    func `settings that no server begins with are shown, and refused as by serving`(arguments: [String]) throws {
        let shown = try BuiltTool.run(["serve", "--print-config"] + arguments, in: folder)
        let serving = try BuiltTool.run(["serve", "--library", "library", "--port", "0"] + arguments, in: folder)
        #expect(shown.status == serving.status && shown.status != 0)
        #expect(serving.errors.hasSuffix(shown.errors) && shown.output.hasPrefix("SETTING"))
    }

    @Test func `a file with a secret that everyone can read is named`() throws {
        func warning(_ values: [String: Any], mode: Int, as name: String = "serve.json") throws -> String {
            try write(values)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path("serve.json"))
            return try BuiltTool.run(["serve", "--config", name, "--print-config"], in: folder).errors
        }
        let said = "mosaic: serve.json holds a secret, and everyone on this machine can read it.\n"
        #expect(try warning(["auth_token": "s3cret-of-this-test"], mode: 0o644) == said)
        #expect(try warning(["auth_token": "s3cret-of-this-test"], mode: 0o640) == "")
        #expect(try warning(["port": 80], mode: 0o644) == "")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "serve.json")
        #expect(try warning(["link_key": String(repeating: "s3cret", count: 6)], mode: 0o600, as: "link") == "")
    }

    @Test func `there is one key for signed tokens`() throws {
        try folder.write(Array("a secret that has 32 bytes, or so\n".utf8), to: "key")
        for (arguments, environment, status) in [
            (["--jwt-secret-file", "key", "--jwt-public-key", "key"], [:], 64),
            (["--jwt-secret-file", "key"], ["MOSAIC_JWT_SECRET": "another"], 64),
            (["--jwt-public-key", "key"], [:], 64),
            (["--jwt-secret-file", "nothing"], [:], 66), (["--jwt-issuer", "joe"], [:], 64),
        ] as [([String], [String: String], Int32)] {
            let run = try BuiltTool.run(
                ["serve", "--library", "library", "--port", "0"] + arguments, in: folder, environment: environment)
            #expect(run.status == status && !run.errors.contains("32 bytes, or so"), "\(arguments)")
        }
    }

    /// The rows `| setting | default | text |` of the page "Settings".
    @Test func `the table of settings is the one that the tool has`() throws {
        let page = Workplace.packageRoot.appending(path: "Sources/MosaicServer/MosaicServer.docc/Settings.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let help = try BuiltTool.run(["serve", "--help"], in: folder).output
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let settings = try shown()
        var named: Set<String> = []
        for row in text.matches(of: /(?m)^\| `(--|MOSAIC_)([A-Za-z_-]+)[^|]*` \| ([^|]*)\| (.+) \|$/) {
            let key = row.2.lowercased().replacing("-", with: "_")
            named.insert(key)
            let standard = row.3.trimmingCharacters(in: .whitespaces)
            switch settings[key]?.value {
            case nil: #expect(standard.isEmpty, "\(key)")
            case .text("not set") where Self.secrets.contains(key): #expect(standard.isEmpty, "\(key)")
            case _? where key == "jobs": #expect(standard == "cores")
            case let value?: #expect(standard == value.word, "\(key)")
            }
            #expect(help.contains(row.4), "\(row.4)")
        }
        #expect(named == Set(settings.keys))
    }
}
