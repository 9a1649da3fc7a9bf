import Foundation
import Hummingbird
import Mosaic
import MosaicLibrary

/// `POST /events/files`: notifications of Sonarr and Radarr that files were imported.
struct FileEventRoutes: Sendable {
    /// The longest notification, in bytes.
    static let limit = 4 << 20

    let imports: FileImports

    func add(to routes: Routes) {
        routes.on([.post], "/events/files", .notification) { request, context in
            let notification = try await JSONRequest.value(of: request, limit: Self.limit) { bytes in
                try JSONDecoder().decode(FileNotification.self, from: Data(bytes))
            }
            let outcome = try await imports.submit(
                notification.paths, of: context.owner, trace: context.trace)
            return JSONResponse.json(
                VersionedDocument([
                    "files": notification.paths.count, "submitted": outcome.submitted, "ignored": outcome.ignored,
                ]))
        }
    }
}
