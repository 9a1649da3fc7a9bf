import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import NIOCore
import TestSupport
import TiledJPEG

@testable import MosaicLibrary
@testable import MosaicServer

/// An empty library in a temporary folder, and servers over it that take screenshots in.
struct ServedWork {
    let folder = TemporaryFolder()
    let library: StoryboardLibrary

    init(buckets: (any BucketClient)? = nil) throws {
        var library = try StoryboardLibrary.embedded(at: folder.makeFolder("library"))
        library.buckets = buckets
        self.library = library
    }

    /// A server over the library.
    ///
    /// - Parameter works: Whether it composes itself.
    func application(
        works: Bool = true, _ change: (inout ServerSettings) -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        var settings = ServerSettings()
        settings.port = 0
        settings.work.isEnabled = true
        settings.work.jobs = works ? 2 : 0
        change(&settings)
        return try buildApplication(library: library, settings: settings, logger: .silent)
    }

    /// Asks a server that has no port.
    func ask<Value: Sendable>(
        works: Bool = true, _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await application(works: works, change).test(.router, test)
    }

    /// The names of the screenshots that were uploaded for a storyboard.
    func uploads(_ id: String = "film") -> [String] {
        (try? folder.names(in: "library/\(id)/screenshots")) ?? []
    }

    /// The names of files that are still coming in, or were left.
    var incoming: [String] { (try? folder.names(in: "library/.mosaic-incoming")) ?? [] }

    /// Waits until something is so; false where it is not within a minute.
    func comes(_ isSo: () async throws -> Bool) async throws -> Bool { try await eventually(isSo) }

    /// A chapter's picture, small.
    static func picture(_ number: Int, _ kind: DrawnScreenshot.Kind = .yuv420) -> [UInt8] {
        DrawnScreenshot(number: number, kind: kind).encoded
    }
}

extension TestClientProtocol {
    /// Submits a storyboard.
    func submit(_ id: String, _ json: String, type: String? = "application/json") async throws -> TestResponse {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        return try await execute(
            uri: "/storyboards/\(id)", method: .put, headers: headers, body: ByteBuffer(string: json)
        ) { $0 }
    }

    /// Uploads one screenshot of `film`.
    func upload(
        _ name: String, _ bytes: [UInt8], type: String? = "image/jpeg", method: HTTPRequest.Method = .put,
        id: String = "film", _ fields: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = fields
        headers[.contentType] = type
        return try await execute(
            uri: "/storyboards/\(id)/screenshots/\(name)", method: method, headers: headers,
            body: ByteBuffer(bytes: bytes)
        ) { $0 }
    }

    func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: uri, method: .get, headers: headers) { $0 }
    }
}

extension TestResponse {
    /// The code in an error's response.
    var errorCode: String? {
        let object = json?["error"] as? [String: Any]
        return object?["code"] as? String
    }

    /// The sentence in an error's response.
    var errorMessage: String? {
        let object = json?["error"] as? [String: Any]
        return object?["message"] as? String
    }

    var json: [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
