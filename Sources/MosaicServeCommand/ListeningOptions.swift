import ArgumentParser
import MosaicServer

/// Where the server listens, and how its URLs begin.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The name or address to listen on. Others than this machine's own take a token or --read-only.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 takes a free one.")
    var port = 8_080

    @Option(help: ArgumentHelp("What a gateway puts in front of every path.", valueName: "path"))
    var urlPrefix = ""

    @Option(
        help: ArgumentHelp(
            "Scheme and host that players load sheets from: the URLs in tracks are absolute then.", valueName: "url"))
    var publicURL: String?

    @Option(help: ArgumentHelp("PEM file with the certificate chain; serves HTTPS.", valueName: "path"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("PEM file with the certificate's key.", valueName: "path"))
    var tlsKey: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
    }

    func apply(to settings: inout ServerSettings) {
        settings.host = host
        settings.port = port
        settings.urlPrefix = urlPrefix
        settings.publicURL = publicURL
        settings.certificatePath = tlsCert
        settings.privateKeyPath = tlsKey
    }
}
