import CommandSupport
import Logging
import Mosaic
import MosaicServer
import MosaicSystem

/// The values of all settings. ``Setting/all`` describes them.
struct ServeConfiguration {
    /// The defaults. They are created once, because the help of each option shows its default.
    static let standard = ServeConfiguration()
    /// Minimum number of characters of a token.
    private static let shortestToken = 16

    var server = ServerSettings()
    var library: String?
    var catalog: String?
    var jwtSecret: Secret?
    var jwtSecretFile: String?
    var jwtPublicKey: String?
    var jwtKeySet: String?
    var screenshots: String?
    var endpointURL: String?
    var isAnonymous = false
    var grace = 10
    var logFormat = LineLogHandler.Format.text
    var logLevel = LogLevel.info

    /// Returns the key if it can verify tokens. An error names the key's file.
    private func checked(_ key: JWTKey, in path: String) throws -> JWTKey {
        do {
            try key.check()
        } catch {
            throw MosaicError(error.code, path, error.reason)
        }
        return key
    }

    var linkKey: Secret? {
        get { server.linkKey.map { Secret(String(decoding: $0, as: UTF8.self)) } }
        set { server.linkKey = newValue.map { Array($0.text.utf8) } }
    }

    /// Origins whose pages may read; empty for all.
    var allowedOrigins: [String] {
        get { server.readingOrigins ?? [] }
        set { server.readingOrigins = newValue.isEmpty ? nil : newValue }
    }

    /// Refuses a token that is shorter than 16 characters.
    ///
    /// - Throws: `invalidSettings`.
    func checkToken() throws {
        guard let token = server.token, token.text.count < Self.shortestToken else { return }
        throw MosaicError(
            .invalidSettings, "auth-token",
            "It is too short: a token has \(Self.shortestToken) characters or more, and openssl rand -hex 32 makes one."
        )
    }

    /// Refuses a certificate or a private key whose file cannot be read. Pipes are not checked.
    ///
    /// - Throws: `notFound`, `limitExceeded`, `unavailable`.
    func checkCertificateFiles() throws {
        guard let certificate = server.certificatePath, let key = server.privateKeyPath else { return }
        for path in [certificate, key] where !isPipe(path) { _ = try LocalFile.read(path, limit: 1 << 20) }
    }

    /// Whether the certificate or its private key comes from a pipe, which can be read only once.
    var hasPipedCertificate: Bool {
        [server.certificatePath, server.privateKeyPath].compactMap(\.self).contains(where: isPipe)
    }

    private func isPipe(_ path: String) -> Bool {
        FileStatus(path: path).map { !$0.isRegularFile && !$0.isFolder } ?? false
    }

    /// Returns the key that verifies JWTs, read from its file if a file is set; `nil` if no key is set.
    ///
    /// - Throws: `invalidSettings` if several keys are set or the key is invalid; errors of reading the file.
    func jwtKey() throws -> JWTKey? {
        switch (jwtSecret, jwtSecretFile, jwtPublicKey, jwtKeySet) {
        case (nil, nil, nil, nil): return nil
        case (let secret?, nil, nil, nil): return .secret(Array(secret.text.utf8))
        case (nil, let path?, nil, nil):
            return .secret(try SecretFile(path: path).secret())
        case (nil, nil, let path?, nil):
            let pem = String(decoding: try LocalFile.read(path, limit: 65_536), as: UTF8.self)
            return try checked(.publicKey(pem: pem), in: path)
        case (nil, nil, nil, let path?): return try checked(.keySet(path: path), in: path)
        default:
            throw MosaicError(
                .invalidSettings, "JWT key",
                "One of jwt-secret, jwt-secret-file, jwt-public-key and jwt-key-set can be set.")
        }
    }

    /// Returns the bucket and prefix of the screenshots; `nil` if none is set.
    ///
    /// - Throws: `invalidSettings`.
    func screenshotsAddress() throws -> BucketAddress? {
        guard let screenshots else { return nil }
        guard let address = BucketAddress(screenshots) else {
            throw MosaicError(.invalidSettings, "screenshots", "\(screenshots) is not an address s3://bucket/prefix/.")
        }
        return address
    }

    var secretFiles: [SecretFile] {
        [jwtSecretFile, server.privateKeyPath].compactMap { $0.map(SecretFile.init) }
    }

    func logger() -> Logger {
        var logger = Logger(label: "mosaic") { LineLogHandler(label: $0, format: logFormat) }
        logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
        return logger
    }
}
