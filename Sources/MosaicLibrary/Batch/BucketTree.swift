package import Mosaic
import MosaicSystem
package import WebVTT

/// The prefixes with screenshots below an address in a bucket.
///
/// A prefix is a part of a key between two slashes, like a folder in a path. Each prefix is listed separately, because
/// a listing of all keys would also page through other objects. Hidden prefixes, recycle bins, snapshots and published
/// storyboards are skipped, as in a ``SourceTree``. Films in buckets are not read.
package struct BucketTree: Sendable {
    /// Maximum number of simultaneous listings.
    static let lanes = 8
    /// Maximum number of prefixes in a walk. With keys of 100 bytes, they take about 200 MB of memory.
    static let mostPlaces = 1_000_000

    /// The address at which the walk begins.
    package let root: BucketAddress
    private let client: any BucketClient
    /// Whether every numbered picture counts as a screenshot; otherwise only `ch{index}_{seconds}s.jpg` does.
    private let takesNumbered: Bool

    /// Creates a tree. `interval` is the time between numbered pictures; nil if names contain times.
    package init(root: BucketAddress, interval: Timestamp? = nil, by client: any BucketClient) {
        self.root = root
        self.client = client
        takesNumbered = interval != nil
    }

    /// Walks the whole tree, level by level, without reading objects.
    ///
    /// A prefix that cannot be listed is reported as unreadable; an error at the root is thrown.
    /// - Throws: Errors of listing the root; `limitExceeded` for more than 1 000 000 prefixes; `CancellationError`.
    package func walk() async throws -> SourceTree.Walk {
        var walk = SourceTree.Walk()
        var level = [Place(name: "", address: root)]
        var count = 1
        while !level.isEmpty {
            var below: [Place] = []
            for found in try await findings(in: level) {
                if let folder = found.folder { walk.folders.append(folder) }
                walk.unreadable += found.unreadable
                below += found.below
            }
            count += below.count
            guard count <= Self.mostPlaces else {
                throw MosaicError(
                    .limitExceeded, root.name, "It has more than \(Self.mostPlaces) prefixes; begin at one below it.")
            }
            level = below
        }
        // Addresses end in a slash, so the prefixes below a prefix follow it directly.
        walk.folders.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return walk
    }

    /// A prefix to list.
    private struct Place {
        /// The path below the root; empty for the root.
        let name: String
        let address: BucketAddress
    }

    /// The result of listing one prefix.
    private struct Finding {
        /// The prefix as a folder of screenshots; nil if it contains none.
        var folder: SourceTree.Folder?
        var below: [Place] = []
        var unreadable: [SkippedFile] = []
    }

    /// Lists the prefixes concurrently; the results are in the order of `places`.
    private func findings(in places: [Place]) async throws -> [Finding] {
        try await withThrowingTaskGroup(of: (Int, Finding).self) { group in
            var findings = [Finding](repeating: Finding(), count: places.count)
            for (position, place) in places.enumerated() {
                if position >= Self.lanes, let (other, finding) = try await group.next() { findings[other] = finding }
                group.addTask { (position, try await finding(at: place)) }
            }
            for try await (position, finding) in group { findings[position] = finding }
            return findings
        }
    }

    private func finding(at place: Place) async throws -> Finding {
        do {
            return try await listed(place)
        } catch let error as MosaicError where !place.name.isEmpty {
            return Finding(unreadable: [SkippedFile(name: place.name, reason: error.reason)])
        }
    }

    private func listed(_ place: Place) async throws -> Finding {
        var finding = Finding()
        var hasScreenshots = false
        var query = BucketQuery(place.address, byFolder: true)
        while true {
            let page = try await client.list(query)
            for object in page.objects {
                let name = String(decoding: object.key.utf8.dropFirst(query.prefix.utf8.count), as: UTF8.self)
                // A published storyboard is not a source, though its sheets are numbered pictures.
                if name == Storyboard.recordName { return Finding() }
                hasScreenshots = hasScreenshots || SourceTree.isScreenshot(name, takesNumbered: takesNumbered)
            }
            for folder in page.folders { add(folder, below: place, to: &finding) }
            guard let next = page.next else { break }
            query.token = next
        }
        if hasScreenshots {
            finding.folder = SourceTree.Folder(
                path: place.address.description, name: place.name.isEmpty ? root.name : place.name)
        }
        return finding
    }

    /// Adds a prefix below `place` to the finding, or the reason why it cannot be used.
    private func add(_ folder: String, below place: Place, to finding: inout Finding) {
        let name = String(
            decoding: folder.utf8.dropFirst(place.address.prefix.utf8.count).dropLast(), as: UTF8.self)
        guard !name.hasPrefix(".") || name == "." || name == "..", !SystemFolder.contains(name) else { return }
        let path = place.name.isEmpty ? name : place.name + "/" + name
        guard let key = ObjectKey(rawValue: name), key.parts.count == 1, let address = place.address.appending(key)
        else {
            // For example the empty name between two slashes.
            finding.unreadable.append(SkippedFile(name: path, reason: "No storyboard can be named after this prefix."))
            return
        }
        finding.below.append(Place(name: path, address: address))
    }
}
