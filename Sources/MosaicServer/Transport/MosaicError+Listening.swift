import Foundation
import Mosaic
import NIOCore
import WebOrigins

extension MosaicError {
    /// The error of a server that cannot listen; `nil` for all other errors.
    init?(_ error: any Error, listeningAt settings: ServerSettings) {
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let subject = "\(host):\(settings.port)"
        switch error {
        case is SocketAddressError.UnknownHost:
            self.init(.invalidSettings, settings.host, Self.reason(forUnknownHost: settings.host))
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE:
                self.init(
                    .unavailable, subject, "It is in use by another program; choose another port with --port.")
            case EADDRNOTAVAIL:
                self.init(
                    .invalidSettings, subject,
                    "The address does not belong to this machine; choose another with --host.")
            case EACCES, EPERM:
                self.init(
                    .unavailable, subject,
                    "The system lets only its administrator listen there; choose a port from 1024 on with --port.")
            default: return nil
            }
        default: return nil
        }
    }

    private static func reason(forUnknownHost host: String) -> String {
        if let port = Authority(host)?.port, let colon = host.lastIndex(of: ":") {
            let name = host[..<colon].filter { $0 != "[" && $0 != "]" }
            return "--host takes an address without its port: --host \(name) --port \(port)"
        }
        return "There is no such name; --host takes an address of this machine"
            + (host.contains("://") ? ", without http:// in front." : ".")
    }
}

extension ServerSettings {
    /// Refuses a host name without an address. Otherwise an access rule would fail first, with a message about other
    /// machines that reach it.
    ///
    /// - Throws: `invalidSettings`.
    package func refuseUnknownHost() throws {
        do {
            _ = try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch {
            throw MosaicError(error, listeningAt: self) ?? error
        }
    }
}
