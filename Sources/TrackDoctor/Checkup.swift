public import Foundation
public import HTTPFetching
import TiledJPEG
public import WebVTT

/// Examines a published thumbnail track: its text, its sheets, and the server's responses.
public struct Checkup: Sendable {
    /// Options of an examination.
    public struct Options: Sendable {
        /// Length of the film, for comparison with the end of the last cue.
        public var duration: Timestamp?
        /// The http or https URL where a track that is examined as a file will be published.
        public var trackURL: URL?
        /// Origin of the page that the simulated player is on.
        public var pageOrigin = "https://player.example"
        /// Header fields for requests to the track's own origin, such as `Authorization`.
        public var headers: [String: String] = [:]
        /// Token for requests to the track's own origin, sent as `?token=` unless the URL has a token.
        public var token: String?
        /// Whether hosts may have addresses outside of the public internet. A server that examines tracks for clients
        /// sets this to false.
        public var allowsPrivateHosts = true
        /// Maximum time without a byte of the response.
        public var idleTimeout = Duration.seconds(15)
        /// Maximum time of one attempt, including redirects.
        public var totalTimeout = Duration.seconds(60)
        /// Maximum number of sheets to request, in cue order, and of playlists in a multivariant playlist; 0 requests
        /// only the track.
        public var maximumSheets = 200
        /// Maximum size of a track in bytes.
        public var maximumTrackBytes = 8 << 20
        /// Maximum size of any other file in bytes: a sheet, a playlist in a multivariant playlist, or a video.
        public var maximumSheetBytes = 64 << 20
        /// Maximum total size of the addresses in a playlist or manifest, in bytes; each tile counts its sheet's
        /// address.
        var maximumAddressBytes = TrackText.maximumAddressBytes

        /// Creates options for use on the caller's own computer.
        public init() {}
    }

    /// All findings.
    public let diagnosis: Diagnosis
    /// Number of cues; for a playlist, manifest or BIF file, the number of images.
    public let cueCount: Int
    /// Number of sheets in the track.
    public let sheetCount: Int
    /// Number of examined sheets.
    public let examinedSheetCount: Int
    /// The players that read the format, one sentence; nil for WebVTT and JSON.
    public let readers: String?
    /// The repaired track in the safe profile; nil if it would have no cues.
    public let repaired: CueTrack?

    /// Examines the track at a file, http or https URL, and its sheets.
    ///
    /// A wrong response is a finding. A missing response is an error for the track, and a finding for other files.
    ///
    /// - Parameters:
    ///   - url: URL of the track.
    ///   - transport: Sends the requests.
    ///   - options: Limits, and the simulated player's page and credentials.
    /// - Throws: `FetchError` if the track cannot be requested or read; `CancellationError`.
    public init(of url: URL, by transport: any FetchTransport, options: Options = Options()) async throws {
        let visit = TrackCrawler(trackURL: url, transport: transport, options: options)
        let file = try await visit.track()
        var answers = [file.answer].compactMap(\.self)
        guard answers.allSatisfy(\.isFound) else {
            self.init(Diagnosis(DoctorRule.answers.compactMap { $0.finding(in: answers) }))
            return
        }
        let text = TrackText(
            file.bytes, name: url.subjectName, duration: options.duration, addressBytes: options.maximumAddressBytes)
        // If the file is not a track, its header fields say nothing about a track.
        guard !text.diagnosis.findings.contains(where: { $0.rule == "not-a-track" }) else {
            self.init(text.diagnosis)
            return
        }
        let named = text.sheets
        let published = url.isFileURL ? options.trackURL : file.base
        let addresses = SheetAddresses((named + text.playlists).map(\.url), track: published)
        let visited = try await visit.sheets(
            named.prefix(max(0, options.maximumSheets)), at: addresses, relativeTo: file.base)
        let sheets = visited.map(\.sheet)
        let playlists = try await visit.sheets(
            text.playlists.prefix(max(0, options.maximumSheets)), at: addresses, relativeTo: file.base, as: .track)
        let video = try await visit.video(of: text.frames, relativeTo: file.base)
        answers += (visited + playlists).compactMap(\.answer) + [video?.answer].compactMap(\.self)
        var diagnosis = text.diagnosis
        let all = NamedAddress.list(named + text.playlists, track: published ?? url, pageOrigin: options.pageOrigin)
        diagnosis.add(DoctorRule.addresses.compactMap { $0.finding(in: all) })
        diagnosis.add(DoctorRule.sheets.compactMap { $0.finding(in: sheets) })
        if let video { diagnosis.add(DoctorRule.videos.compactMap { $0.finding(in: video.examination) }) }
        diagnosis.add([DoctorRule.missingPlaylists.finding(in: playlists.map(\.sheet))].compactMap(\.self))
        diagnosis.add(DoctorRule.answers.compactMap { $0.finding(in: answers) })

        let sizes = Dictionary(sheets.map { ($0.url, $0.size) }) { first, _ in first }
        let repaired = text.track.repaired(
            duration: options.duration, sheetSize: { (sizes[$0] ?? nil).map { ($0.width, $0.height) } },
            address: addresses.mended)
        self.init(
            diagnosis, cueCount: text.pictureCount, sheetCount: named.count, examinedSheetCount: sheets.count,
            readers: text.readers, repaired: repaired.cues.isEmpty ? nil : repaired)
    }

    private init(
        _ diagnosis: Diagnosis, cueCount: Int = 0, sheetCount: Int = 0, examinedSheetCount: Int = 0,
        readers: String? = nil, repaired: CueTrack? = nil
    ) {
        self.diagnosis = diagnosis
        self.cueCount = cueCount
        self.sheetCount = sheetCount
        self.examinedSheetCount = examinedSheetCount
        self.readers = readers
        self.repaired = repaired
    }
}
