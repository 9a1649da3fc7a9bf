/// Writes files of exports into a store: pictures first, then documents, all of them whole or not at all.
package struct ExportWriter: Sendable {
    /// Maximum numbers of files and of bytes staged at a time.
    private static let (mostFiles, mostBytes) = (64, 32 << 20)

    let store: any ObjectStore
    /// The key above the files; nil for the whole store.
    let folder: ObjectKey?

    package init(in store: any ObjectStore, folder: ObjectKey?) {
        self.store = store
        self.folder = folder
    }

    /// Refuses to replace what others wrote.
    ///
    /// - Parameter isOurs: Whether a file may be replaced, by its path.
    /// - Throws: `refused`, naming the first file with another content; what the source and the store throw.
    package func check(
        _ files: [ExportFile], of source: ExportSource, where isOurs: (String) -> Bool
    ) async throws {
        for file in files where !isOurs(file.path) {
            guard let status = try await store.status(of: key(file.path)) else { continue }
            let bytes = try await file.bytes(from: source)
            guard status.bytes == bytes.count, try await holds(bytes, file.path) else {
                throw MosaicError(.refused, file.path, "Another file has the name.")
            }
        }
    }

    /// Writes files that are not there yet, or have other bytes.
    ///
    /// - Returns: How many bytes the files have, also those that were there.
    /// - Throws: what the source and the store throw; no document is replaced then.
    @discardableResult
    package func write(_ files: [ExportFile], of source: ExportSource) async throws -> [String: Int] {
        var staged: [[StagedObject]] = [[], []]
        var sizes: [String: Int] = [:]
        do {
            var waiting: [(key: ObjectKey, bytes: [UInt8])] = []
            var bytesWaiting = 0
            for isDocument in [false, true] {
                func stageWaiting() async throws {
                    staged[isDocument ? 1 : 0] += try await store.stage(waiting)
                    (waiting, bytesWaiting) = ([], 0)
                }
                for file in files where file.isDocument == isDocument {
                    let key = key(file.path)
                    if file.isImmutable, let status = try await store.status(of: key) {
                        sizes[file.path] = status.bytes
                        continue
                    }
                    let bytes = try await file.bytes(from: source)
                    sizes[file.path] = bytes.count
                    if try await holds(bytes, file.path) { continue }
                    waiting.append((key, bytes))
                    bytesWaiting += bytes.count
                    if waiting.count >= Self.mostFiles || bytesWaiting >= Self.mostBytes { try await stageWaiting() }
                }
                try await stageWaiting()
            }
            try await store.publish(staged.filter { !$0.isEmpty })
            return sizes
        } catch {
            await store.discard(staged.flatMap(\.self))
            throw error
        }
    }

    private func holds(_ bytes: [UInt8], _ path: String) async throws -> Bool {
        guard try await store.status(of: key(path))?.bytes == bytes.count else { return false }
        return (try? await store.read(key(path), limit: bytes.count)) == bytes
    }

    func key(_ path: String) -> ObjectKey { folder?.appending(path) ?? ObjectKey(part: path) }
}

extension ExportFile {
    /// Whether it may name other files, and is written after them.
    var isDocument: Bool { ![.jpeg, .png, .mp4].contains(type) }
}
