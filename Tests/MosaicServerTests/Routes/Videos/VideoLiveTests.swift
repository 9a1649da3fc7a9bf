import Foundation
import MosaicFixtures
import Testing
import TestSupport

@testable import MosaicServer

/// Videos over connections: players, slow ones, those that leave, and files that change meanwhile.
struct VideoLiveTests {
    private static let path = "/api/v1/downloads/stream/john/tiktok/film.mp4"
    /// More than the system takes in for a client that reads nothing.
    private static let length = 24 << 20

    private let served: ServedLibrary
    private let file: String

    init() async throws {
        served = try await ServedLibrary(chapters: 1)
        try served.folder.makeFolder("videos/john/tiktok")
        file = try served.folder.write(
            [UInt8](repeating: 7, count: Self.length), to: "videos/john/tiktok/film.mp4")
    }

    private func run(
        _ change: (inout ServerSettings) -> Void = { _ in }, _ test: @Sendable (Int) async throws -> Void
    ) async throws {
        let root = served.folder.path("videos")
        try await LiveServer.run(
            served,
            {
                $0.opensDownloads = true
                $0.work.videoRoots = [root]
                change(&$0)
            }, test)
    }

    private static func request(_ path: String = path, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    }

    /// Whether this process has the file open.
    private func isOpen() -> Bool {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?.hasPrefix(file) == true
        }
    }

    private func closes() async throws -> Bool { try await eventually { !isOpen() } }

    @Test func `a client that leaves in the middle leaves no file open`() async throws {
        try await run { port in
            do {
                let connection = try RawClient(port: port, receiving: 8_192)
                #expect(await connection.send(Self.request()))
                #expect(try await !connection.receive(upTo: 100).isEmpty)
                #if os(Linux)
                    #expect(isOpen())
                #endif
            }
            #expect(try await closes())
        }
    }

    @Test func `a client that reads a byte a second is cut, and the file is closed`() async throws {
        try await run {
            $0.idleTimeout = 1
        } _: { port in
            let connection = try RawClient(port: port, receiving: 8_192)
            #expect(await connection.send(Self.request()))
            // It reads something all the time, and never fast enough.
            for _ in 0..<60 where isOpen() {
                _ = try await connection.receive(upTo: 1)
                try await Task.sleep(for: .seconds(1))
            }
            #expect(try await closes())
            #expect(try await connection.drain() < Self.length)
        }
    }

    @Test func `a file that is replaced while it is read is sent as it was`() async throws {
        try await run { port in
            let connection = try RawConnection(port: port)
            try connection.send(Self.request(Self.path, "Connection: close\r\n"))
            let begin = try await connection.read { $0.count > 4_096 }
            let other = try served.folder.write([UInt8](repeating: 9, count: 100), to: "videos/new")
            #expect(rename(other, file) == 0)
            let rest = try await connection.readToEnd()
            let all = begin + rest
            let head = try #require(all.firstRange(of: Array("\r\n\r\n".utf8)))
            #expect(all.count - head.upperBound == Self.length)
            #expect(all[head.upperBound...].allSatisfy { $0 == 7 })
            let next = try RawConnection(port: port)
            try next.send(Self.request(Self.path, "Connection: close\r\n"))
            #expect(try await next.readToEnd().suffix(100).allSatisfy { $0 == 9 })
        }
    }

    @Test func `a file that shrinks while it is read ends its connection, and not the server`() async throws {
        try await run { port in
            let connection = try RawConnection(port: port)
            try connection.send(Self.request())
            let begin = try await connection.read { $0.count > 4_096 }
            #expect(truncate(file, 1 << 20) == 0)
            let all = try await begin + connection.readToEnd()
            #expect(all.count < Self.length)
            let next = try RawConnection(port: port)
            try next.send(Self.request(Self.path, "Connection: close\r\n"))
            let whole = try await next.readToEnd()
            #expect(String(decoding: whole.prefix(15), as: UTF8.self) == "HTTP/1.1 200 OK")
            #expect(whole.suffix(1 << 20).allSatisfy { $0 == 7 })
        }
        #expect(try await closes())
    }

    @Test func `a player's requests come over one connection: two bytes, large parts, the rest`() async throws {
        try await run { port in
            let connection = try RawConnection(port: port)
            for range in [0...1, 0...65_535, 1 << 20...(9 << 20), Self.length - 1_000...Self.length - 1] {
                try connection.send(
                    Self.request(Self.path, "Range: bytes=\(range.lowerBound)-\(range.upperBound)\r\n"))
                let answer = try await connection.read { bytes in
                    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
                    return bytes.count - head.upperBound >= range.count
                }
                let head = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
                let text = String(decoding: answer[..<head.lowerBound], as: UTF8.self).lowercased()
                #expect(text.hasPrefix("http/1.1 206 "))
                #expect(
                    text.contains("content-range: bytes \(range.lowerBound)-\(range.upperBound)/\(Self.length)"))
                #expect(answer.count - head.upperBound == range.count)
            }
        }
    }
}
