import Foundation

/// A server under load.
struct Contestant {
    let name: String
    let server: RunningServer
    /// Whether it is the one that something is wanted of.
    var isMeasured = false

    /// The server as it comes, perhaps the same with its router alone, and nginx at last.
    static func all(
        _ site: ServedSite, nginx: String, isLogging: Bool, withRouter: Bool
    ) throws -> [Contestant] {
        var contestants = [
            Contestant(name: "mosaic", server: try mosaic(site, isLogging: isLogging), isMeasured: true)
        ]
        if withRouter {
            let server = try mosaic(site, isLogging: isLogging, options: ["--no-hot-answers"])
            contestants.append(Contestant(name: "router alone", server: server))
        }
        contestants.append(Contestant(name: "nginx", server: try self.nginx(nginx, site, isLogging: isLogging)))
        return contestants
    }

    /// Where `mosaic` lies, beside this program.
    static var mosaicPath: String {
        URL(fileURLWithPath: ChildProcess.ownPath).deletingLastPathComponent().appendingPathComponent("mosaic").path
    }

    /// Starts `mosaic serve`.
    static func mosaic(_ site: ServedSite, isLogging: Bool, options: [String] = []) throws -> RunningServer {
        let port = try LocalSocket.freePort()
        return try RunningServer(
            [
                mosaicPath, "serve", "--library", site.library, "--port", String(port),
                "--log-level", isLogging ? "info" : "warning",
            ] + options, port: port)
    }

    /// Starts nginx over the site's files, set up as Debian does, with as many workers as cores, and no end to a connection's requests.
    static func nginx(_ path: String, _ site: ServedSite, isLogging: Bool) throws -> RunningServer {
        let port = try LocalSocket.freePort()
        let folder = try ScratchFolder()
        let text = """
            daemon off;
            worker_processes auto;
            worker_rlimit_nofile 20000;
            pid \(folder.path)/pid;
            error_log \(folder.path)/error.log;
            events { worker_connections 15000; }
            http {
                sendfile on;
                tcp_nopush on;
                types { text/vtt vtt; image/jpeg jpg; application/json json; }
                default_type application/json;
                access_log \(isLogging ? folder.path + "/access.log" : "off");
                keepalive_requests 1000000000;
                keepalive_timeout 600s;
                client_body_temp_path \(folder.path)/body;
                proxy_temp_path \(folder.path)/proxy;
                fastcgi_temp_path \(folder.path)/fastcgi;
                uwsgi_temp_path \(folder.path)/uwsgi;
                scgi_temp_path \(folder.path)/scgi;
                server { listen 127.0.0.1:\(port) backlog=1024; root \(site.files); }
            }
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/nginx.conf"))
        return try RunningServer(
            [path, "-p", folder.path, "-e", folder.path + "/error.log", "-c", folder.path + "/nginx.conf"], port: port,
            folder: folder)
    }
}
