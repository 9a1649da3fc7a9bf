package import Foundation
import MosaicSystem

extension StoryboardPublisher {
    /// Maximum number of sheets written concurrently, which bounds the memory of long films.
    private static let sideBySide = 8

    /// A composition whose sheets and documents are staged.
    package struct StagedComposition: Sendable {
        package let composition: Composition
        /// In the order of publication; the last is the storyboard itself.
        fileprivate let parts: [StagedPart]
        fileprivate let keepingOld: Int
    }

    /// The staged storyboard of one width, with its publisher.
    fileprivate struct StagedPart {
        let place: StoryboardPublisher
        let edition: StagedRevision
        let sheets: [StagedObject]
    }

    /// Composes a storyboard and its further widths, and stages their sheets and documents; nothing is visible yet.
    ///
    /// - Throws: `refused` for foreign files, errors of
    ///   ``StoryboardComposer/sheets(of:earlier:widths:pixels:progress:)`` and of the store; nothing stays staged then.
    package func stage(
        _ request: CompositionRequest, by composer: StoryboardComposer, _ publication: StoryboardComposer.Publication,
        now: Date, progress: @escaping @Sendable (CompositionProgress) -> Void
    ) async throws -> StagedComposition {
        // A foreign file is found before pictures are decoded.
        let replaced = try await refuseForeign(publication.documents)
        let earlier = publication.regrids ? nil : try await latest()
        let widths = composer.settings.furtherWidths(after: earlier)
        var places = [self]
        for width in widths { places.append(try await place(ofWidth: width, of: request.id)) }
        var published: [PublishedSheets] = []
        for place in places.dropFirst() where !publication.regrids {
            if let earlier = try await place.latest() { published.append(place.sheets(of: earlier)) }
        }
        let composed = try await composer.sheets(
            of: request, earlier: earlier.map { self.sheets(of: $0) }, widths: published, pixels: publication.pixels,
            progress: progress)
        // Sheets are written while the next ones are made; documents are staged while the last sheets are written.
        var writing: [(width: Int, sheet: Task<StagedObject?, any Error>)] = []
        var staged: [StagedObject] = []
        do {
            while let next = try await composed.next() {
                guard let bytes = next.bytes else {
                    next.release()
                    continue
                }
                if writing.count >= Self.sideBySide {
                    _ = try await writing[writing.count - Self.sideBySide].sheet.value
                }
                let place = places[next.width]
                writing.append(
                    (
                        next.width,
                        Task(executorPreference: BlockingExecutor.shared) {
                            defer { next.release() }
                            return try await place.stage(next.sheet, bytes: bytes)
                        }
                    ))
            }
            var composition = try composed.composition()
            var editions: [StagedRevision] = []
            for (index, storyboard) in ([composition.storyboard] + composition.further).enumerated() {
                let isMain = index == 0
                let edition = try await places[index].edition(
                    of: storyboard, requested: isMain ? publication.documents : [],
                    film: isMain ? publication.film : nil, exports: isMain ? publication.exports : nil,
                    secret: composer.settings.sheetURLSecret, source: isMain ? publication.source : nil, now: now,
                    replacing: replaced)
                staged += edition.objects
                editions.append(edition)
            }
            var sheets = places.map { _ in [StagedObject]() }
            for (width, task) in writing { if let object = try await task.value { sheets[width].append(object) } }
            composition.isUnchanged = sheets.joined().isEmpty && !editions.contains(where: \.isNews)
            let parts = places.indices.map { StagedPart(place: places[$0], edition: editions[$0], sheets: sheets[$0]) }
            return StagedComposition(
                composition: composition, parts: Array(parts.dropFirst()) + [parts[0]],
                keepingOld: publication.keepingOld)
        } catch {
            await composed.close()
            for (_, task) in writing { if let object = try? await task.value { staged.append(object) } }
            await store.discard(staged)
            throw error
        }
    }

    /// Publishes a staged composition: further widths first, each as a whole, then the storyboard that names them.
    ///
    /// - Returns: The earliest time of retirement; nil if no object is retired.
    /// - Throws: errors of the store; then the earlier publication is still complete, or this one already is.
    @discardableResult
    package func publish(_ staged: StagedComposition, now: Date) async throws -> Date? {
        do {
            var retired: [Date?] = []
            for part in staged.parts {
                retired.append(
                    try await part.place.publish(
                        part.edition, sheets: part.sheets, keepingOld: staged.keepingOld, now: now))
            }
            return retired.compactMap(\.self).min()
        } catch {
            await discard(staged)
            throw error
        }
    }

    /// Discards a composition that is not published.
    package func discard(_ staged: StagedComposition) async {
        await store.discard(staged.parts.flatMap { $0.edition.objects + $0.sheets })
    }
}
