import ArgumentParser
import CommandSupport

/// The settings on the command line; absent ones are nil, or empty.
///
/// Their meaning is in the table of all settings.
struct ServeFlags {
    var library: Library
    var listening: Listening
    var access: Access
    var work: Work
    var videos: Videos
    var callbacks: Callbacks
    var bucket: Bucket
    var limits: Limit
    var logs: Log
    /// Whether the library is the argument, and not `--library`.
    var isLibraryArgument = false
}

extension ServeFlags {
    struct Library: ParsableArguments {
        @Option(help: .setting("library")) var library: String?
        @Option(help: .setting("catalog")) var catalog: String?
    }

    struct Listening: ParsableArguments {
        @Option(help: .setting("host")) var host: String?
        @Option(help: .setting("port")) var port: Int?
        @Option(help: .setting("url-prefix")) var urlPrefix: String?
        @Option(help: .setting("public-url")) var publicURL: String?
        @Option(help: .setting("sheet-url")) var sheetURL: String?
        @Option(help: .setting("tls-cert")) var tlsCert: String?
        @Option(help: .setting("tls-key")) var tlsKey: String?
    }

    struct Access: ParsableArguments {
        @Option(help: .setting("auth-token")) var authToken: String?
        @Option(help: .setting("jwt-secret-file")) var jwtSecretFile: String?
        @Option(help: .setting("jwt-public-key")) var jwtPublicKey: String?
        @Option(help: .setting("jwt-key-set")) var jwtKeySet: String?
        @Option(help: .setting("jwt-issuer")) var jwtIssuer: String?
        @Option(help: .setting("jwt-audience")) var jwtAudience: String?
        @Option(help: .setting("jwt-scope-claim")) var jwtScopeClaim: String?
        @Option(help: .setting("read")) var read: String?
        @Option(help: .setting("link-lifetime")) var linkLifetime: RetentionArgument?
        @Flag(inversion: .prefixedNo, help: .setting("open-downloads")) var openDownloads: Bool?
        @Flag(inversion: .prefixedNo, help: .setting("read-only")) var readOnly: Bool?
        @Option(help: .setting("allow-host")) var allowHost: [String] = []
        @Option(help: .setting("allow-origin")) var allowOrigin: [String] = []
        @Option(help: .setting("allow-write-origin")) var allowWriteOrigin: [String] = []
        @Option(help: .setting("resource-policy")) var resourcePolicy: String?
    }

    struct Work: ParsableArguments {
        @Option(help: .setting("source-root")) var sourceRoot: [String] = []
        @Option(help: .setting("upload-size")) var uploadSize: Int?
        @Option(help: .setting("upload-pixels")) var uploadPixels: Int?
        @Option(help: .setting("queue")) var queue: Int?
        @Option(help: .setting("queue-per-token")) var queuePerToken: Int?
        @Option(name: [.customShort("j"), .customLong("jobs")], help: .setting("jobs")) var jobs: Int?
        @Option(help: .setting("first-composition")) var firstComposition: TimeoutValue?
        @Flag(inversion: .prefixedNo, help: .setting("compose-on-request")) var composeOnRequest: Bool?
        @Flag(inversion: .prefixedNo, help: .setting("keep-screenshots")) var keepScreenshots: Bool?
        @Option(help: .setting("keep-old")) var keepOld: RetentionArgument?
    }

    struct Videos: ParsableArguments {
        @Option(help: .setting("video-root")) var videoRoot: [String] = []
        @Option(help: .setting("downloader")) var downloader: String?
        @Option(help: .setting("downloads")) var downloads: Int?
        @Option(help: .setting("download-time")) var downloadTime: RetentionArgument?
        @Option(help: .setting("download-size")) var downloadSize: Int?
    }

    struct Callbacks: ParsableArguments {
        @Option(help: .setting("on-complete")) var onComplete: String?
        @Flag(inversion: .prefixedNo, help: .setting("on-complete-private")) var onCompletePrivate: Bool?
    }

    struct Bucket: ParsableArguments {
        @Option(help: .setting("screenshots")) var screenshots: String?
        @Option(help: .setting("screenshots-url")) var screenshotsURL: String?
        @Option(help: .setting("endpoint-url")) var endpointURL: String?
        @Flag(inversion: .prefixedNo, help: .setting("anonymous")) var anonymous: Bool?
    }

    struct Limit: ParsableArguments {
        @Option(help: .setting("cache")) var cache: Int?
        @Option(help: .setting("in-flight")) var inFlight: Int?
        @Option(help: .setting("headers")) var headers: Int?
        @Option(help: .setting("connections")) var connections: Int?
        @Option(help: .setting("idle")) var idle: RetentionArgument?
        @Option(help: .setting("slowest-body")) var slowestBody: Int?
        @Flag(inversion: .prefixedNo, help: .setting("hot-answers")) var hotAnswers: Bool?
        @Option(help: .setting("grace")) var grace: RetentionArgument?
    }

    struct Log: ParsableArguments {
        @Option(help: .setting("log-format")) var logFormat: String?
        @Option(help: .setting("log-level")) var logLevel: String?
    }
}

extension ArgumentHelp {
    /// The help of a setting, from the table.
    fileprivate static func setting(_ name: String) -> ArgumentHelp {
        // A name that is not in the table would have no help, which a test notices.
        guard let setting = Setting.all.first(where: { $0.name == name }) else { return .hidden }
        let standard = ShownSetting(setting, in: .standard, from: "")
        let text = setting.isSecret ? nil : standard.text
        return ArgumentHelp("\(setting.help)\(text.map { " (default: \($0))" } ?? "")", valueName: setting.valueName)
    }
}
