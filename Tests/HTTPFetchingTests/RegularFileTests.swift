import Foundation
import Testing

@testable import HTTPFetching

@Suite struct RegularFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    private func withFile(_ bytes: [UInt8], _ body: (URL) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a b#1.jpg")
        try Data(bytes).write(to: file)
        try body(file)
    }

    private func code(_ url: URL, limit: Int) -> FetchError.Code? {
        do {
            _ = try RegularFile.read(url, limit: limit)
            return nil
        } catch {
            return (error as? FetchError)?.code
        }
    }

    @Test func `a file is read up to the limit and not past it`() throws {
        try withFile([1, 2, 3]) { file in
            let bytes = try RegularFile.read(file, limit: 3)
            #expect(bytes == [1, 2, 3])
            #expect(code(file, limit: 2) == .limitExceeded)
        }
    }

    @Test func `folders, devices and missing files are not found`() throws {
        try withFile([]) { file in
            let bytes = try RegularFile.read(file, limit: 0)
            #expect(bytes.isEmpty)
            #expect(code(file.deletingLastPathComponent(), limit: 9) == .notFound)
            #expect(code(file.appending(path: "x"), limit: 9) == .notFound)
        }
        #expect(code(URL(filePath: "/dev/zero"), limit: 9) == .notFound)
    }
}
