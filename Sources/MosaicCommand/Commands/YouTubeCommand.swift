package import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicSystem
import YouTubeUploads

/// `mosaic youtube`: commands for a channel on YouTube.
struct YouTubeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "youtube", abstract: "Reads the uploads of a channel on YouTube.",
        discussion: """
            EXAMPLES
              mosaic youtube uploads
              mosaic youtube uploads --json --limit 5
            """,
        subcommands: [YouTubeUploadsCommand.self])
}

/// The token of an account, and the server that accepts it.
struct YouTubeAccess {
    /// The environment variable with the token. An option would show the token to every user of the machine.
    static let tokenVariable = "MOSAIC_YOUTUBE_TOKEN"
    private static let endpointVariable = "MOSAIC_YOUTUBE_ENDPOINT"

    let token: YouTubeToken
    let endpoint: YouTubeEndpoint

    /// Reads the token from the environment or the first line of standard input.
    ///
    /// - Throws: `invalidSettings`; the message does not contain the token.
    init(readingInput: Bool, endpoint: String?) async throws {
        let environment = ProcessInfo.processInfo.environment
        let text: String?
        if readingInput {
            let lines = LineReader(descriptor: FileHandle.standardInput.fileDescriptor)
            text = if case .text(let line) = await lines.next() { String(decoding: line, as: UTF8.self) } else { nil }
        } else {
            text = environment[Self.tokenVariable]
        }
        let place = readingInput ? "standard input" : Self.tokenVariable
        guard let text, !text.allSatisfy(\.isWhitespace) else {
            throw MosaicError(
                .invalidSettings, place,
                "It has no OAuth access token; developers.google.com/oauthplayground makes one with the scope "
                    + "\(YouTubeToken.scope).")
        }
        guard let token = YouTubeToken(text) else {
            throw MosaicError(.invalidSettings, place, "It has no OAuth access token, but other text.")
        }
        self.token = token
        guard let server = endpoint ?? environment[Self.endpointVariable], !server.isEmpty else {
            self.endpoint = .google
            return
        }
        guard let known = YouTubeEndpoint(server) else {
            throw MosaicError(
                .invalidSettings, "endpoint", "It is not an https:// address; http:// is for servers of this machine.")
        }
        self.endpoint = known
    }
}

extension YouTubeError: ExitStatusConvertible {
    package var exitStatus: ExitCode {
        switch code {
        case .invalidSettings: ExitStatus.usage
        case .notFound: ExitStatus.noInput
        case .malformed, .limitExceeded: ExitStatus.badData
        case .expired, .missingScope, .denied, .quotaExceeded, .rateLimited, .unavailable, .refused: ExitStatus.failure
        }
    }
}

/// A file with YouTube's responses. Only its owner may read it, because it contains titles of private videos.
struct AnswerCacheFile {
    private static let limit = 256 << 20

    let path: String

    /// The cached responses; empty if the file is missing or invalid, because the cache only saves requests.
    func read() -> AnswerCache {
        guard let bytes = try? FileReader.read(path, name: name, limit: Self.limit),
            let cache = try? JSONDecoder().decode(AnswerCache.self, from: Data(bytes))
        else { return AnswerCache() }
        return cache
    }

    /// Replaces the file atomically.
    ///
    /// - Throws: `unavailable`.
    func write(_ cache: AnswerCache) throws {
        let temporary = path + "." + TemporaryName.unique().rawValue
        let files = FileManager.default
        guard
            files.createFile(
                atPath: temporary, contents: try JSONEncoder().encode(cache), attributes: [.posixPermissions: 0o600]),
            rename(temporary, path) == 0
        else {
            let reason = SystemFailure.current
            try? files.removeItem(atPath: temporary)
            throw MosaicError(.unavailable, name, "The answers cannot be kept: \(reason).")
        }
    }

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }
}
