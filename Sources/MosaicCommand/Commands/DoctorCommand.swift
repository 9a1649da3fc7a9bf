package import ArgumentParser
import CommandSupport
import Foundation
package import HTTPFetching
import Mosaic
import MosaicSystem
import TrackDoctor
import WebVTT

#if Cloud
    import MosaicCloud
#endif

/// `mosaic doctor`: reports faults of a thumbnail track that break players.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examines any thumbnail track: which players break on it, how, and how to mend it.",
        discussion: """
            Looks at the text, at the sheets that it names and, over http, at how a server delivers both. The exit \
            status is 65 when at least one player would break, with --strict also on advice. What --repair writes \
            does not change it: it speaks of the track that was examined.

            EXAMPLES
              mosaic doctor out/thumbnails.vtt --duration 1:32:05
              mosaic doctor https://cdn.example/film/thumbnails.vtt --json
              mosaic doctor out/images.m3u8
              mosaic doctor old.vtt --repair -o thumbnails.vtt
              mosaic doctor old.vtt --repair -o new.vtt --track-url https://a.example/t.vtt
            """)

    @Argument(
        help:
            "A WebVTT track, JSON storyboard, HLS playlist, DASH manifest or BIF file: a file, or an http or https URL."
    )
    var track: String

    @Option(help: "Length of the film, seconds (5400) or hh:mm:ss.mmm, to compare the last cue with.")
    var duration: Timestamp?

    @Flag(help: "Write the track as every player reads it, as far as it can be mended without guessing.")
    var repair = false

    @Option(name: .shortAndLong, help: "The file that --repair writes.")
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Where a track that is a file is going to be published: what its URLs that begin with / are relative to.",
            valueName: "url"))
    var trackURL: String?

    @Flag(help: "Let advice fail, too.")
    var strict = false

    @Option(help: "Look at this many sheets at most; 0 examines the text alone.")
    var maxSheets = 200

    @Option(help: "The address of the page that players are on; a path is left out, as browsers do.")
    var pageOrigin = "https://player.example"

    @Flag(help: "Refuse hosts whose addresses are not public, for tracks that strangers hand in.")
    var publicHostsOnly = false

    @Flag(
        help:
            "Print JSON: {\"track\", \"breaks\", \"advice\", \"findings\": [{\"rule\", \"severity\", \"line\", …}], …}."
    )
    var json = false

    func validate() throws {
        if repair != (output != nil) {
            let example = "mosaic doctor \(ShellWord.quoted(track)) --repair -o new.vtt"
            throw ValidationError("\(example) writes a track: --repair and -o go together.")
        }
        if let trackURL, publishedURL == nil {
            throw ValidationError("--track-url takes an http or https URL, not '\(trackURL)'.")
        }
        if origin == nil {
            throw ValidationError(
                "--page-origin takes the address of the page, such as http://localhost:8000, not '\(pageOrigin)'.")
        }
        if maxSheets < 0 { throw ValidationError("--max-sheets takes 0 or more, not '\(maxSheets)'.") }
    }

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(track, .track)]) {
            let url = try address()
            try refuseInput(url)
            let checkup = try await checkup(of: url)
            try DoctorReport(checkup, track: url.lastPathComponent).print(json: json)
            if let output { try write(checkup.repaired, to: output) }
            let failing = checkup.diagnosis.breaksPlayers || (strict && !checkup.diagnosis.findings.isEmpty)
            if failing { throw ExitStatus.badData }
        }
    }

    /// Refuses to overwrite the track, because a repair leaves out cues that cannot be parsed.
    private func refuseInput(_ url: URL) throws {
        guard let output, url.isFileURL, let status = FileStatus(path: output),
            status.identity == FileStatus(path: url.path)?.identity
        else { return }
        throw MosaicError(.refused, output, "It is the track to repair; write into another file.")
    }

    private static var transport: any FetchTransport {
        #if Cloud
            HTTPClientTransport()
        #else
            NoTransport()
        #endif
    }

    private func address() throws -> URL {
        guard let scheme = track.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):\/\//)?.1.lowercased() else {
            let inFolder = URL(fileURLWithPath: track).appendingPathComponent(Storyboard.trackName)
            if FileManager.default.fileExists(atPath: inFolder.path) { return inFolder }
            if let error = NamedPath(track, .track).error { throw error }
            return URL(fileURLWithPath: track)
        }
        guard scheme == "http" || scheme == "https" else {
            throw ValidationError("Of URLs only http and https are taken, not \(scheme); a file is named by its path.")
        }
        guard let url = URL(string: track) else { throw ValidationError("\(track) is not a URL.") }
        guard url.host(percentEncoded: false)?.isEmpty == false else {
            throw ValidationError("\(track) has no host; a whole URL is https://cdn.example/film/thumbnails.vtt.")
        }
        // The URL of a folder means the track in it, as for a folder on disk.
        return url.hasDirectoryPath ? url.appending(path: Storyboard.trackName) : url
    }

    /// - Throws: `FetchError` with the whole URL, without its query.
    private func checkup(of url: URL) async throws -> Checkup {
        do {
            return try await Checkup(of: url, by: Self.transport, options: options(url))
        } catch let error as FetchError where !url.isFileURL {
            let address = url.absoluteString.prefix { $0 != "?" && $0 != "#" }
            throw FetchError(error.code, String(address), error.reason, connection: error.connection)
        }
    }

    private var publishedURL: URL? {
        guard let url = trackURL.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host(percentEncoded: false)?.isEmpty == false
        else { return nil }
        return url
    }

    /// The origin of `--page-origin`, as browsers send it; nil unless the scheme is http or https.
    private var origin: String? {
        guard let url = URL(string: pageOrigin), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
        else { return nil }
        let port = url.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://" + (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host) + port
    }

    private func options(_ url: URL) -> Checkup.Options {
        var options = Checkup.Options()
        options.trackURL = publishedURL
        options.duration = duration
        // A BIF file contains its pictures.
        if url.pathExtension.lowercased() == "bif" { options.maximumTrackBytes = 256 << 20 }
        options.maximumSheets = maxSheets
        options.pageOrigin = origin ?? pageOrigin
        options.allowsPrivateHosts = !publicHostsOnly
        return options
    }

    private func write(_ repaired: CueTrack?, to path: String) throws {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let repaired else {
            throw MosaicError(.malformed, name, "There is no cue to write that names a picture.")
        }
        let bytes = repaired.serialized()
        try LocalFile.write(bytes, to: path)
        for finding in Diagnosis(examining: bytes, duration: duration).findings {
            let times = finding.count == 1 ? "once" : "\(finding.count) times"
            StandardError.print(
                "mosaic: \(name): written, with a fault that is not mended by itself: \(finding.rule), \(times). "
                    + finding.fix)
        }
    }
}

#if !Cloud
    /// Refuses every request: this build has no HTTP client.
    private struct NoTransport: FetchTransport {
        func response(to request: FetchRequest) async throws -> FetchResponse {
            throw FetchError(
                .refused, "doctor", "This program is built without the trait Cloud, and requests no URLs.")
        }
    }
#endif

extension FetchError: ExitStatusConvertible {
    package var exitStatus: ExitCode {
        switch code {
        case .notFound: ExitStatus.noInput
        case .malformed, .limitExceeded: ExitStatus.badData
        case .refused, .unavailable, .timedOut: ExitStatus.failure
        }
    }
}
