import MosaicServer

/// The table of all settings. The help, `--print-config` and the keys of settings files come from this table, and a
/// check compares the page "Settings" with it.
extension Setting {
    static let all =
        Library.settings + Listening.settings + Access.settings + Work.settings + Videos.settings + Callbacks.settings
        + Bucket.settings + Limits.settings + Logs.settings

    enum Library: SettingSection {
        static let settings = [
            Setting("library", "dir", \.library, "A library's folder; made in a folder that exists."),
            Setting(
                "catalog", "path", \.catalog,
                "The catalog's file, for a library on a network file system; by default it lies hidden in the folder."),
        ]
    }

    enum Listening: SettingSection {
        static let settings = [
            Setting(
                "host", "host", \.server.host,
                "The name or address to listen on. Every address besides this machine's own needs a token or --read-only."
            ),
            Setting("port", "port", \.server.port, in: 0...65_535, "The port; 0 takes a free one."),
            Setting("url-prefix", "path", \.server.urlPrefix, "Path prefix that a gateway adds."),
            Setting(
                "public-url", "url", \.server.publicURL,
                "Scheme and host that players load sheets from: the URLs in tracks are absolute then."),
            Setting(
                "sheet-url", "template", \.server.work.sheetURL,
                "URLs in documents of storyboards whose jobs name none, such as https://cdn.example/{id}/{path}."),
            Setting("tls-cert", "path", \.server.certificatePath, "PEM file with the certificate chain; serves HTTPS."),
            Setting("tls-key", "path", \.server.privateKeyPath, "PEM file with the certificate's key."),
        ]
    }

    enum Access: SettingSection {
        static let settings = [
            Setting(
                "auth-token", "token", \.server.token, isSecret: true,
                "The token for writes, jobs and lists. As a flag, others on the machine can see it."),
            Setting(
                "jwt-secret", secret: \.jwtSecret,
                "Takes JWTs that are signed with this secret of 32 bytes or more (HS256)."),
            Setting(
                "jwt-secret-file", "path", \.jwtSecretFile,
                "File with such a secret; a line break at its end is ignored."),
            Setting(
                "jwt-public-key", "path", \.jwtPublicKey,
                "Takes JWTs that are signed with the private key of this public one, a PEM file: RSA (RS256) or P-256 (ES256)."
            ),
            Setting(
                "jwt-key-set", "path", \.jwtKeySet,
                "Takes JWTs that are signed with a key of this JSON Web Key Set (JWKS), a file that is read again when it changes."
            ),
            Setting("jwt-issuer", "name", \.server.jwtIssuer, "The issuer (iss) that JWTs have to have."),
            Setting(
                "jwt-audience", "name", \.server.jwtAudience,
                "Audience (aud) that JWTs must hold. Without it, JWTs with an audience are refused."),
            Setting(
                "jwt-scope-claim", "name", \.server.jwtScopeClaim,
                "Claim of JWTs with the words read or write; any claim but scope may be a list."),
            Setting(
                "read", "public|token", \.server.reading,
                "Access to tracks, sheets and tiles: public, or token for clients with a token or a signed link."),
            Setting(
                "link-key", secret: \.linkKey,
                "Signs links, 32 bytes or more, the same for all servers of a library. By default each start makes one up."
            ),
            Setting(
                "sheet-url-secret", secret: \.server.work.sheetURLSecret,
                "Signs the URLs of storyboards whose --sheet-url has {signature}, 16 bytes or more (HMAC with SHA-256)."
            ),
            Setting(
                "link-lifetime", seconds: \.server.linkLifetime, in: 1...31_536_000, "Minimum lifetime of signed links."
            ),
            Setting(
                "open-downloads", "true|false", \.server.opensDownloads,
                "Let everybody list and load the videos of --video-root, and request downloads, where no token is set."),
            Setting("read-only", "true|false", \.server.isReadOnly, "Refuse everything that changes something."),
            Setting(
                "allow-host", "name", \.server.hostNames,
                "A name to answer to besides this machine's own, where no token is set; may be repeated."),
            Setting(
                "allow-origin", "origin", \.allowedOrigins,
                "Let pages of this origin read, and no others; may be repeated. By default all may."),
            Setting(
                "allow-write-origin", "origin", \.server.writingOrigins,
                "Let pages of this origin write; may be repeated."),
            Setting(
                "resource-policy", "policy", \.server.resourcePolicy,
                "Pages that may embed the files: cross-origin, same-site or same-origin."),
        ]
    }

    enum Work: SettingSection {
        static let settings = [
            Setting(
                "source-root", "dir", \.server.work.sourceRoots,
                "Let submissions name folders in this one as sources; may be repeated."),
            Setting(
                "upload-size", "MiB", \.server.work.uploadBytes[per: 1 << 20], in: 1...512,
                "One uploaded screenshot at most."),
            Setting(
                "upload-pixels", "megapixels", \.server.work.uploadPixels[per: 1_000_000], in: 1...500,
                "One uploaded screenshot at most."),
            Setting(
                "queue", "jobs", \.server.work.queueLength, in: 1...10_000_000, "Jobs that may be under way or wait."),
            Setting(
                "queue-per-token", "jobs", \.server.work.queuePerToken, in: 1...10_000_000,
                "Jobs of one token (of one subject of JWTs) that may be under way or wait; without tokens those of all clients."
            ),
            Setting(
                "jobs", "count", short: "j", \.server.work.jobs, in: 0...1_024,
                "Storyboards composed at a time; 0 leaves them to other workers."),
            Setting(
                "first-composition", "seconds", \.server.work.firstCompositionWait, in: 0...600,
                "Maximum wait of a request for a storyboard that was never composed; 0 composes no storyboard on request."
            ),
            Setting(
                "compose-on-request", "true|false", \.server.work.composesOnRequest,
                "Compose such a storyboard for everybody's request; by default for all only where no token is set and no other "
                    + "machine can ask, otherwise for tokens that may write."),
            Setting(
                "keep-screenshots", "true|false", \.server.work.keepsScreenshots,
                "Keep uploaded screenshots when their storyboard is complete."),
            Setting(
                "keep-old", seconds: \.server.work.keepingOld, in: 0...3_153_600_000,
                "Retention of replaced sheets, and sheets and screenshots of removed storyboards."),
        ]
    }

    enum Videos: SettingSection {
        static let settings = [
            Setting(
                "video-root", "dir", \.server.work.videoRoots,
                "List and stream the videos in this folder, {username}/{genre}/{file}, and take them as sources; may be repeated."
            ),
            Setting(
                "downloader", "command", \.server.work.downloads.command,
                "Fetch the videos of URLs with this program: a JSON array of its arguments, with {url} and {path} in them."
            ),
            Setting("downloads", "count", \.server.work.downloads.concurrency, in: 1...64, "Videos fetched at a time."),
            Setting(
                "download-time", seconds: \.server.work.downloads.seconds, in: 1...604_800, "One download at most."),
            Setting(
                "download-size", "MiB", \.server.work.downloads.bytes[per: 1 << 20], in: 1...16_777_216,
                "One video that is fetched at most."),
        ]
    }

    enum Callbacks: SettingSection {
        static let settings = [
            Setting(
                "on-complete", "url", \.server.callbacks.url,
                "Send a signed POST to this URL for each job that has ended."),
            Setting(
                "on-complete-secret", secret: \.server.callbacks.secret,
                "Signs these requests, 32 bytes or more (HMAC with SHA-256)."),
            Setting(
                "on-complete-private", "true|false", \.server.callbacks.allowsPrivateAddresses,
                "Send them to private addresses, too, such as those of this machine and of its network."),
        ]
    }

    enum Bucket: SettingSection {
        static let settings = [
            Setting(
                "screenshots", "s3-url", \.screenshots,
                "The part of a bucket that has a folder of screenshots for each id: s3://bucket/prefix/."),
            Setting(
                "screenshots-url", "url", \.server.screenshotsURL,
                "URL below which everybody reads them, with the id and the name behind it; for lists of chapters."),
            Setting(
                "endpoint-url", "url", \.endpointURL,
                "The S3 server; by default AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, else Amazon's."),
            Setting(
                "anonymous", "true|false", \.isAnonymous,
                "Do not sign requests to it, also where there are credentials."),
        ]
    }

    enum Limits: SettingSection {
        static let settings = [
            Setting(
                "cache", "MiB", \.server.cacheBytes[per: 1 << 20], in: 0...1_048_576,
                "Documents and sheets held in memory."),
            Setting(
                "in-flight", "MiB", \.server.inFlightBytes[per: 1 << 20], in: 1...1_048_576,
                "Bodies in memory on their way to clients; further answers wait, and get 503 after 5 seconds."),
            Setting("headers", "KiB", \.server.headerBytes[per: 1 << 10], in: 1...1_024, "A request's fields at most."),
            Setting("connections", "count", \.server.connections, in: 1...1_000_000, "Connections at a time."),
            Setting(
                "idle", seconds: \.server.idleTimeout, in: 1...86_400, "Close a connection that is idle for this time."),
            Setting(
                "slowest-body", "bytes/s", \.server.slowestBody, in: 0...1_073_741_824,
                "End a request whose body comes, or is taken, slower once the idle time is over; 0 waits for any."),
            Setting(
                "hot-answers", "true|false", \.server.hotAnswers,
                "Answer public reads from memory before the router; the responses are the same."),
            Setting(
                "grace", seconds: \.grace, in: 0...86_400, "Maximum time to finish requests and jobs after SIGTERM."),
        ]
    }

    enum Logs: SettingSection {
        static let settings = [
            Setting("log-format", "text|json", \.logFormat, "How log lines look."),
            Setting(
                "log-level", "level", \.logLevel,
                "Minimum level of log lines: debug, info, warning or error; requests are logged at info."),
        ]
    }
}
