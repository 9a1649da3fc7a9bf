import ArgumentParser
import Foundation
import Mosaic
import MosaicServer

/// Who may do what.
struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The token for writes, jobs and lists, also from MOSAIC_AUTH_TOKEN.", valueName: "token"))
    var authToken: String?

    @Option(
        help: ArgumentHelp(
            "Who reads tracks, sheets and tiles: everyone (public), or who shows the token or a signed link (token).",
            valueName: "public|token"))
    var read = ServerSettings.Reading.public

    @Flag(help: "Refuse everything that changes something.")
    var readOnly = false

    @Option(
        help: ArgumentHelp(
            "A name to answer to besides this machine's own, where no token is set; may be repeated.", valueName: "name"
        ))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Let pages of this origin read, and no others; may be repeated. By default all may.", valueName: "origin"))
    var allowOrigin: [String] = []

    @Option(help: ArgumentHelp("Let pages of this origin write; may be repeated.", valueName: "origin"))
    var allowWriteOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "Which pages may embed what is served: cross-origin, same-site or same-origin.", valueName: "policy"))
    var resourcePolicy = "cross-origin"

    /// Puts the options into the settings, and what only the environment may hold.
    ///
    /// - Throws: `invalidSettings`.
    func apply(to settings: inout ServerSettings, environment: [String: String]) throws {
        settings.token = authToken ?? environment["MOSAIC_AUTH_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        settings.reading = read
        settings.isReadOnly = readOnly
        settings.hostNames = allowHost
        settings.readingOrigins = allowOrigin.isEmpty ? nil : allowOrigin
        settings.writingOrigins = allowWriteOrigin
        settings.resourcePolicy = resourcePolicy
        settings.linkKey = environment["MOSAIC_LINK_KEY"].map { Array($0.utf8) }
    }
}
