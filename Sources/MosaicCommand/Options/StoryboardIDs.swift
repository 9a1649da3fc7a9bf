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

    /// - Parameter list: The command that lists the storyboards.
    /// - Throws: `ValidationError` if no storyboard is named.
    func requireAny(listedBy list: String = "mosaic list") throws {
        guard !isEmpty else { throw ValidationError("Name the storyboards; \(list) shows them.") }
    }

    /// The named storyboards in the given order, each once, including storyboards that only have a job. A name is an
    /// id, a title, a path, the beginning of a single id, the path of a source or the name of a film.
    ///
    /// - Parameter isKnown: Whether an unknown id is an error if other ids or titles contain it. An unknown id is
    ///   returned otherwise.
    /// - Throws: `notFound`, `invalidSettings` if several storyboards are meant; errors of the catalog.
    func ids(in library: StoryboardLibrary, isKnown: Bool = true) async throws -> [StoryboardID] {
        try await distinct { try await Self.id(named: $0, in: library, isKnown: isKnown) }
    }

    private func distinct(_ id: (String) async throws -> StoryboardID) async throws -> [StoryboardID] {
        var ids: [StoryboardID] = []
        for name in arguments + options {
            let id = try await id(name)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// The storyboard that a text names; see ``ids(in:isKnown:)``.
    static func id(
        named name: String, in library: StoryboardLibrary, isKnown: Bool = true
    ) async throws -> StoryboardID {
        try refuseEmpty(name)
        let catalog = library.catalog
        for id in candidates(for: name) {
            let status = try await catalog.status(of: id)
            if status.entry != nil || status.job != nil { return id }
        }
        var query = CatalogQuery()
        query.search = name
        query.limit = CatalogQuery.maximumLimit
        let found = try await catalog.entries(query)
        let titled = found.entries.filter { $0.title == name }.map(\.id)
        if !titled.isEmpty { return try only(titled, named: name, "have this title") }
        let jobs = try await catalog.incompleteJobs()
        let begun = (found.entries.map(\.id) + jobs.map(\.storyboard)).filter { $0.rawValue.hasPrefix(name) }
        if !begun.isEmpty { return try only(begun, named: name, "have ids that begin with it") }
        if let id = try await id(ofSource: name, in: catalog, jobs.compactMap { try? $0.request() }) { return id }
        if let id = StoryboardID(rawValue: name), !isKnown || found.total == 0 { return id }
        let list = try await search(for: name, in: catalog)
        throw try await unknown(name, in: library, listedBy: list ?? Self.list, isSurest: list != nil)
    }

    /// The storyboard that is made of a source, or whose incomplete job has this source or title; `nil` if there is
    /// none.
    private static func id(
        ofSource name: String, in catalog: any Catalog, _ requests: [JobRequest]
    ) async throws -> StoryboardID? {
        var sources = [SourceQuery.path(sha256: RecordedSource(path: name).path.hexadecimal())]
        if FilmName(name) != nil { sources.append(.name(name)) }
        for source in sources {
            let wanted = requests.filter { source.selects(RecordedSource(of: $0.source)) }.map(\.id)
            let made = try await catalog.storyboards(madeOf: source) + wanted
            if !made.isEmpty { return try only(made, named: name, "are made of it") }
        }
        let titled = requests.filter { $0.title == name }.map(\.id)
        return titled.isEmpty ? nil : try only(titled, named: name, "have this title")
    }

    /// The search that finds storyboards for a name, as a sentence; `nil` if it finds none.
    private static func search(for name: String, in catalog: any Catalog) async throws -> String? {
        // The name may be a pattern of the shell that matches no file.
        let parts = name.split { "*?".contains($0) }
        let isPattern = name.contains { "*?".contains($0) }
        guard let word = parts.max(by: { $0.count < $1.count }).map(String.init) else { return nil }
        var query = CatalogQuery()
        (query.search, query.limit) = (word, 1)
        let total = try await catalog.entries(query).total
        guard total > 0 else { return nil }
        let search = "mosaic list --search \(ShellWord.quoted(word)) finds \(total)."
        return isPattern ? "A name is not a pattern; \(search)" : search
    }

    /// The sentence on the command that shows all names.
    private static let list = "mosaic list shows its storyboards."

    /// The error for an unknown name, with the nearest id or title.
    ///
    /// - Parameters:
    ///   - list: The sentence on the command that lists the names.
    ///   - isSurest: Whether the message has `list` instead of the nearest name.
    /// - Throws: Errors of the catalog.
    static func unknown(
        _ name: String, in library: StoryboardLibrary, listedBy list: String = Self.list, isSurest: Bool = false
    ) async throws -> MosaicError {
        if let reason = try await reason(for: name, in: library) { return MosaicError(.notFound, name, reason) }
        var (entries, jobs) = (CatalogQuery(), JobQuery())
        (entries.limit, jobs.limit) = (CatalogQuery.maximumLimit, CatalogQuery.maximumLimit)
        let found = try await library.catalog.entries(entries).entries
        let ids = try await found.map(\.id) + library.catalog.jobs(jobs).map(\.storyboard)
        let names = Set(ids.map(\.rawValue) + found.compactMap(\.title))
        let meant = isSurest ? nil : nearest(to: name, among: names)
        return MosaicError(
            .notFound, name,
            "The library has no storyboard or job with this id, title or path. \(meant ?? list)")
    }

    /// The sentence `Did you mean '...'?` with the name nearest to a mistyped one; `nil` if none is near.
    private static func nearest(to name: String, among names: Set<String>) -> String? {
        // Short names are alike by chance.
        guard (3...64).contains(name.count) else { return nil }
        let known = names.filter { $0.count <= 64 }.sorted()
        return EditDistance.nearest(to: name, among: known).map { "Did you mean '\($0)'?" }
    }

    /// The reason why no storyboard is published under a name that the library knows; `nil` for every other name.
    private static func reason(for name: String, in library: StoryboardLibrary) async throws -> String? {
        for id in candidates(for: name) {
            if let job = try await library.catalog.job(of: id) {
                let fault = job.errorMessage.map { ": \($0)" } ?? "."
                return "It is not published; its job is \(job.state.rawValue)\(fault)"
            }
            if (try? await library.wasRemoved(id)) == true {
                return "It was removed; mosaic restore \(id) brings it back."
            }
        }
        guard let number = Int64(name), let job = try await library.catalog.job(JobNumber(rawValue: number)) else {
            return nil
        }
        return "It is the number of a job; name the id of its storyboard, \(job.storyboard)."
    }

    /// All named storyboards that were removed and can be restored, without duplicates, in the given order; named as in
    /// ``ids(in:isKnown:)``.
    ///
    /// - Throws: `notFound`; `invalidSettings`, also if a name fits several storyboards; errors of the catalog.
    func removedIDs(in library: StoryboardLibrary) async throws -> [StoryboardID] {
        try await distinct { try await Self.removedID(named: $0, in: library) }
    }

    private static func removedID(named name: String, in library: StoryboardLibrary) async throws -> StoryboardID {
        try refuseEmpty(name)
        for id in candidates(for: name) where try await library.wasRemoved(id) { return id }
        let removed = try await library.removed()
        let titled = removed.filter { $0.title == name }.map(\.id)
        let found = titled.isEmpty ? removed.map(\.id).filter { $0.rawValue.hasPrefix(name) } : titled
        guard found.isEmpty else {
            return try only(found, named: name, "that were removed have this title or beginning of an id")
        }
        // The library refuses to restore a published storyboard.
        if let id = try? await Self.id(named: name, in: library), try await library.catalog.entry(of: id) != nil {
            return id
        }
        let names = removed.map(\.id.rawValue)
        let meant = nearest(to: name, among: Set(names + removed.compactMap(\.title)))
        let advice = meant.map { ". \($0)" } ?? (names.isEmpty ? noneRemoved : "; these can: \(enumerated(names)).")
        throw MosaicError(
            .notFound, name, "No storyboard that can be restored has this id, title or path\(advice)")
    }

    /// The rest of the sentence in a library from which nothing can be restored.
    private static let noneRemoved =
        ": remove --now deletes for good, and --keep-old limits the time for the rest; mosaic batch or mosaic submit "
        + "composes it again."

    /// Refuses an empty name. Every id begins with an empty text, so an unset variable would mean the only storyboard.
    private static func refuseEmpty(_ name: String) throws {
        guard name.isEmpty else { return }
        throw MosaicError(.invalidSettings, "id", "The id is empty, like that of a shell variable without a value.")
    }

    /// The ids that a name may mean: the name itself, and the last component of a path.
    private static func candidates(for name: String) -> [StoryboardID] {
        let last = name.split(separator: "/").last.map { [String($0)] } ?? []
        return ([name] + last).compactMap(StoryboardID.init(rawValue:))
    }

    /// - Throws: `invalidSettings` if there are several ids.
    private static func only(_ ids: [StoryboardID], named name: String, _ fact: String) throws -> StoryboardID {
        let texts = Set(ids.map(\.rawValue))
        guard texts.count > 1 else { return ids[0] }
        throw MosaicError(.invalidSettings, name, "\(texts.count) storyboards \(fact): \(enumerated(texts)).")
    }

    /// The first five names, and the number of the others.
    private static func enumerated(_ names: some Collection<String>) -> String {
        let more = names.count > 5 ? ", and \(names.count - 5) more" : ""
        return names.sorted().prefix(5).joined(separator: ", ") + more
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
