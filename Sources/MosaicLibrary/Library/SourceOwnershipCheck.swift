import Mosaic
import MosaicSystem

/// Permission to compose a storyboard from a source; created by ``StoryboardLibrary/claim(_:adopting:)``.
package struct SourceOwnershipCheck: Sendable {
    let source: RecordedSource
    /// The recorded source when permission was granted, which may be replaced; nil if no source was recorded.
    fileprivate let replaced: RecordedSource?
    private let isChecked: Bool
    /// Whether the published storyboard is made of another source, whose tile and grid sizes may not suit the new one.
    fileprivate(set) var replacesOther = false

    fileprivate init(_ source: RecordedSource, replaced: RecordedSource?) {
        self.source = source
        self.replaced = replaced
        isChecked = true
    }

    /// Creates the permission of a job, which was checked when the job was submitted.
    init(submitted request: JobRequest) {
        source = RecordedSource(of: request.source)
        replaced = nil
        isChecked = false
    }

    /// Checks the permission again, right before composing: another run may have published the storyboard in the
    /// meantime.
    ///
    /// The caller has the storyboard's lock until the composition is published. Compares the recorded source's content,
    /// not its file's version, because the same source may have been recorded again.
    /// - Throws: `refused`.
    func check(against recorded: RecordedSource?, _ id: StoryboardID) throws {
        guard isChecked, let recorded, recorded != source, recorded != replaced else { return }
        throw MosaicError(.refused, id.rawValue, source.conflict(with: recorded))
    }
}

extension StoryboardLibrary {
    /// Checks that a request does not replace a storyboard of another source.
    ///
    /// A source is the same if it has the same path. A source is also the same if it contains every screenshot of the
    /// storyboard with the same name, length and checksum: a tree that was moved, possibly with further screenshots. A
    /// film is the same if its path is the same, or if the composed film was moved or renamed, or copied with its name
    /// and time, and not written since.
    ///
    /// The known source is the source of an unfinished job, otherwise the source that is recorded next to the
    /// storyboard, otherwise the source of the last job. If nothing is published and no job is unfinished, nothing is
    /// replaced.
    /// - Parameter adopting: Whether a different source is accepted.
    /// - Throws: `refused` if the storyboard is made of another source, `malformed` if its record cannot be read,
    ///   `unavailable`.
    @discardableResult
    package func claim(_ request: JobRequest, adopting: Bool = false) async throws -> SourceOwnershipCheck {
        let source = RecordedSource(of: request.source)
        let recorded = try await recordedSource(of: request.id)
        var claim = SourceOwnershipCheck(source, replaced: recorded)
        if adopting {
            guard let recorded, recorded != source,
                let published = try await StoryboardPublisher(of: request.id, in: store).previous
            else { return claim }
            claim.replacesOther = try await !published.isMade(
                of: request.source, read: reader(of: request.source, isGrowing: true))
            return claim
        }
        let job = try await catalog.job(of: request.id)
        let submitted = (try? job?.request()).map { RecordedSource(of: $0.source) }
        let isUnderWay = !(job?.state.isFinal ?? true)
        let known = isUnderWay ? submitted : recorded ?? submitted
        if known == source { return claim }
        let place = try await StoryboardPublisher(of: request.id, in: store)
        guard let published = place.previous else {
            if isUnderWay {
                throw MosaicError(.refused, request.id.rawValue, source.conflict(with: known, isPublished: false))
            }
            return claim
        }
        // Composing refuses a folder with the record of another storyboard.
        if published.id != request.id { return claim }
        if try await published.isMade(of: request.source, read: reader(of: request.source, isGrowing: true)) {
            return claim
        }
        throw MosaicError(.refused, request.id.rawValue, source.conflict(with: known))
    }

    /// The source that is recorded next to a storyboard; nil without one.
    func recordedSource(of id: StoryboardID) async throws -> RecordedSource? {
        try await store.read(ObjectKey(id).appending(RecordedSource.fileName), limit: RecordedSource.limit)
            .flatMap(RecordedSource.init(parsing:))
    }
}

extension RecordedSource {
    /// - Parameter isPublished: Whether the storyboard is published, or only has a job.
    fileprivate func conflict(with other: RecordedSource?, isPublished: Bool = true) -> String {
        func kind(_ name: String) -> String { FilmName(name) == nil ? "folder" : "film" }
        let start = isPublished ? "It is made of" : "An unfinished job makes it of"
        let made =
            switch other {
            case nil: "\(start) other screenshots than those in \(name)"
            case .some(let other) where other.name == name: "\(start) another \(kind(name)) named \(name)"
            case .some(let other): "\(start) the \(kind(other.name)) \(other.name), not of \(name)"
            }
        return made + "; mosaic batch and mosaic submit replace it with --replace."
    }
}
