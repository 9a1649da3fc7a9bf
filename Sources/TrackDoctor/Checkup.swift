public import Foundation
public import HTTPFetching
import TiledJPEG
public import WebVTT

/// A thumbnail track examined where it is published: its text, its sheets and how a server delivers them.
public struct Checkup: Sendable {
    /// Options of an examination.
    public struct Options: Sendable {
        /// The film's length, to compare the last cue with.
        public var duration: Timestamp?
        /// Where a track that is examined as a file is going to be published, an http or https URL.
        public var trackURL: URL?
        /// The origin of the page that the player is said to be on.
        public var pageOrigin = "https://player.example"
        /// Header fields, such as `Authorization`, for requests to the track's own origin.
        public var headers: [String: String] = [:]
        /// Sent to the track's own origin as `?token=`, unless the URL has a token.
        public var token: String?
        /// Whether hosts may have addresses that are not of the public internet; a server that examines tracks for
        /// others wants false.
        public var allowsPrivateHosts = true
        /// Maximum time of a response without a byte.
        public var idleTimeout = Duration.seconds(15)
        /// Maximum time of one attempt, redirects included.
        public var totalTimeout = Duration.seconds(60)
        /// The most sheets that are looked at, in the order of cues; 0 examines the text alone.
        public var maximumSheets = 200
        /// The largest track, in bytes.
        public var maximumTrackBytes = 8 << 20
        /// The largest sheet, in bytes.
        public var maximumSheetBytes = 64 << 20
        /// Maximum size of all addresses in a playlist or manifest, in bytes, with one address for each tile.
        var maximumAddressBytes = TrackText.maximumAddressBytes

        /// Makes options for use on the caller's own computer.
        public init() {}
    }

    /// Everything that was found.
    public let diagnosis: Diagnosis
    /// The number of cues; for a playlist, manifest or BIF file, the number of pictures.
    public let cueCount: Int
    /// The number of sheets that the track names.
    public let sheetCount: Int
    /// The number of sheets that were examined.
    public let examinedSheetCount: Int
    /// Which players read the format, one sentence; nil for WebVTT and JSON.
    public let readers: String?
    /// The repaired track in the safe profile; nil where there is no track to repair.
    public let repaired: CueTrack?

    /// Examines the track at a file, http or https URL, and the sheets that it names.
    ///
    /// A wrong answer is a finding; a missing answer is an error.
    ///
    /// - Parameters:
    ///   - url: The track's address.
    ///   - transport: Sends the requests.
    ///   - options: Limits, and who asks.
    /// - Throws: `FetchError` if the track cannot be requested; `CancellationError`.
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
        // The header fields of another file say nothing about a track.
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
