import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary

/// Storyboards of a library that a command names.
struct StoryboardIDs: ParsableArguments {
    /// Part of the help of every command with ids.
    static let discussion = "An id that begins with a dash comes last, after two dashes, or as --id=-abc."

    @Argument(help: ArgumentHelp("The storyboard's id.", valueName: "id"))
    var arguments: [String] = []

    @Option(
        name: .customLong("id"), parsing: .unconditionalSingleValue,
        help: "The same for an id that begins with a dash: --id=-abc.")
    var options: [String] = []

    var count: Int { arguments.count + options.count }

    var isEmpty: Bool { count == 0 }

    /// - Parameter list: The command that lists them.
    /// - Throws: `ValidationError` where none is.
    func requireAny(listedBy list: String = "mosaic list") throws {
        guard !isEmpty else { throw ValidationError("Name the storyboards; \(list) shows them.") }
    }

    /// All of them, each once, in their order: named by id, by title, by path, by the beginning of one
    /// id alone, or by the path of the source or the name of a film.
    ///
    /// - Parameter isKnown: Whether an id that the catalog does not have is an error.
    /// - Throws: `notFound`, `invalidSettings` if several storyboards are meant; errors of the catalog.
    func ids(in catalog: any Catalog, isKnown: Bool = true) async throws -> [StoryboardID] {
        var ids: [StoryboardID] = []
        for name in arguments + options {
            let id = try await Self.id(named: name, in: catalog, isKnown: isKnown)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// The storyboard that a text names; see ``ids(in:isKnown:)``.
    static func id(named name: String, in catalog: any Catalog, isKnown: Bool = true) async throws -> StoryboardID {
        try refuseEmpty(name)
        for id in candidates(for: name) {
            let status = try await catalog.status(of: id)
            if status.entry != nil || status.job != nil { return id }
        }
        var query = CatalogQuery()
        query.search = name
        query.limit = CatalogQuery.maximumLimit
        let found = try await catalog.entries(query)
        for (matches, fact) in [
            (found.entries.filter { $0.title == name }, "have this title"),
            (found.entries.filter { $0.id.rawValue.hasPrefix(name) }, "have ids that begin with it"),
        ] where !matches.isEmpty {
            return try only(matches.map(\.id), named: name, fact)
        }
        var sources = [SourceQuery.path(sha256: RecordedSource(path: name).path.hexadecimal())]
        if FilmName(name) != nil { sources.append(.name(name)) }
        for source in sources {
            let made = try await catalog.storyboards(madeOf: source)
            if !made.isEmpty { return try only(made, named: name, "are made of it") }
        }
        if let id = StoryboardID(rawValue: name), !isKnown || found.total == 0 { return id }
        let advice = found.total == 0 ? "" : " mosaic list --search '\(name)' finds \(found.total)."
        throw MosaicError(.notFound, name, "No storyboard has this id, title or path.\(advice)")
    }

    /// The error for a name that nothing in a library has, with the nearest id or title.
    ///
    /// - Parameter list: What lists the names.
    /// - Throws: Errors of the catalog.
    static func unknown(
        _ name: String, in catalog: any Catalog, listedBy list: String = "mosaic list shows its storyboards."
    ) async throws -> MosaicError {
        var (entries, jobs) = (CatalogQuery(), JobQuery())
        (entries.limit, jobs.limit) = (CatalogQuery.maximumLimit, CatalogQuery.maximumLimit)
        let found = try await catalog.entries(entries).entries
        let ids = try await found.map(\.id) + catalog.jobs(jobs).map(\.storyboard)
        let names = Set(ids.map(\.rawValue) + found.compactMap(\.title)).filter { $0.count <= 64 }.sorted()
        // Short names are alike by chance.
        let meant = (3...64).contains(name.count) ? EditDistance.nearest(to: name, among: names) : nil
        let advice = meant.map { " Did you mean '\($0)'?" } ?? " \(list)"
        return MosaicError(
            .notFound, name, "The library has no storyboard or job with this id, title or path.\(advice)")
    }

    /// All of them that were removed and can be restored, each once, in their order; named as in ``ids(in:isKnown:)``.
    ///
    /// - Throws: `invalidSettings`, also if several storyboards are meant; errors of the catalog.
    func removedIDs(in library: StoryboardLibrary) async throws -> [StoryboardID] {
        var ids: [StoryboardID] = []
        for name in arguments + options {
            let id = try await Self.removedID(named: name, in: library)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    private static func removedID(named name: String, in library: StoryboardLibrary) async throws -> StoryboardID {
        try refuseEmpty(name)
        for id in candidates(for: name) where try await library.wasRemoved(id) { return id }
        let found = try await library.removed(named: name)
        guard found.isEmpty else {
            return try only(found, named: name, "that were removed have this title or beginning of an id")
        }
        // The library refuses to restore one that is published.
        if let id = try? await Self.id(named: name, in: library.catalog), try await library.catalog.entry(of: id) != nil
        {
            return id
        }
        throw MosaicError(
            .notFound, name,
            "No storyboard that can be restored has this id, title or path: remove --now deletes for good, and --keep-old "
                + "limits the time for the rest; mosaic batch or mosaic submit composes it again.")
    }

    /// Every id begins with an empty text, so that the name in an unset variable would mean the only storyboard.
    private static func refuseEmpty(_ name: String) throws {
        guard name.isEmpty else { return }
        throw MosaicError(.invalidSettings, "id", "The id is empty, like that of a shell variable without a value.")
    }

    /// The ids that a text may be: the text itself, and the last part of a path.
    private static func candidates(for name: String) -> [StoryboardID] {
        let last = name.split(separator: "/").last.map { [String($0)] } ?? []
        return ([name] + last).compactMap(StoryboardID.init(rawValue:))
    }

    /// - Throws: `invalidSettings` if there are several.
    private static func only(_ ids: [StoryboardID], named name: String, _ fact: String) throws -> StoryboardID {
        guard ids.count > 1 else { return ids[0] }
        let texts = ids.map(\.rawValue).sorted()
        let more = texts.count > 5 ? ", and \(texts.count - 5) more" : ""
        throw MosaicError(
            .invalidSettings, name,
            "\(texts.count) storyboards \(fact): \(texts.prefix(5).joined(separator: ", "))\(more).")
    }

    /// Runs work for each id; a failure is printed and does not affect the others.
    ///
    /// - Throws: The exit status of the first failure, at the end.
    static func each(_ ids: [StoryboardID], _ work: (StoryboardID) async throws -> Void) async throws {
        var failure: ExitCode?
        for id in ids {
            do {
                try await ExitStatus.reporting { try await work(id) }
            } catch let error as ExitCode {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
