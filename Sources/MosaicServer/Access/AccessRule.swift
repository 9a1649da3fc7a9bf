import Foundation
import HTTPTypes
import Hummingbird
import Mosaic

/// Who may do what.
struct AccessRule: Sendable {
    /// The token; nil where there is none.
    let token: AccessToken?
    /// Checks signed tokens; nil where none are taken. Without both, nothing is protected.
    let signedTokens: JWTVerifier?
    /// Who may read what is published.
    let readers: Readers
    /// Signs links into documents; nil where everyone may read.
    let signer: LinkSigner?
    /// How long such a link holds at least.
    let linkLifetime: Duration
    /// Whether nothing may be changed.
    let isReadOnly: Bool
    /// Which pages may write.
    let origins: OriginRule
    /// Whether requests come over TLS.
    let isOverTLS: Bool

    private var isProtected: Bool { token != nil || signedTokens != nil }

    /// Lets a request through to a route, or throws.
    ///
    /// - Parameter storyboard: The storyboard that the path names.
    /// - Throws: `unauthorized`, `forbidden`.
    func admit(
        _ request: Request, to route: RouteAccess, storyboard: StoryboardID?, now: HTTPDate
    ) async throws(RequestError) {
        switch route {
        case .open: return
        case .published(let kind):
            guard readers == .tokenHolders else { return }
            if let storyboard, holdsLink(request, to: storyboard, now: now) { return }
            try await require(.read, of: request, inQuery: kind.takesTokenInQuery, now: now)
        case .report: try await require(.read, of: request, now: now)
        case .write, .upkeep:
            guard !isReadOnly || (route == .upkeep && isProtected) else {
                throw RequestError(.forbidden, "The server only reads.")
            }
            guard origins.allowsWrite(request.headers, host: request.head.authority, overTLS: isOverTLS) else {
                throw RequestError(.forbidden, "Pages of this origin may not write here.")
            }
            try await require(.write, of: request, now: now)
        }
    }

    /// What is put behind the URLs of a storyboard's sheets and tiles in documents; nil where everyone may read.
    func link(to storyboard: StoryboardID, now: HTTPDate) -> SignedLink? {
        signer?.link(to: storyboard.rawValue, now: now, lifetime: linkLifetime)
    }

    private func holdsLink(_ request: Request, to storyboard: StoryboardID, now: HTTPDate) -> Bool {
        guard let signer, let link = request.uri.query.flatMap(SignedLink.init(query:)) else { return false }
        return signer.allows(link, method: request.method, storyboard: storyboard.rawValue, now: now)
    }

    private func require(
        _ scope: AccessScope, of request: Request, inQuery: Bool = false, now: HTTPDate
    ) async throws(RequestError) {
        guard isProtected else { return }
        let field = request.headers[.authorization]
        let shown =
            field.map { BearerToken(authorization: $0) }
            ?? (inQuery ? request.uri.query.flatMap { BearerToken(query: $0) } : nil)
        guard let shown else { throw .unauthorized("This takes a token.", shown: field != nil) }
        if let token, token.matches(shown) { return }
        guard let signedTokens else { throw .unauthorized("This takes a token.") }
        guard try await signedTokens.scope(of: shown, now: now) >= scope else {
            throw RequestError(
                .forbidden, "The token's scope does not reach so far.",
                [.wwwAuthenticate: BearerToken.challenge(lacking: scope)])
        }
    }
}

extension RequestError {
    /// A token is missing, or was `shown` and is not good.
    static func unauthorized(_ reason: String, shown: Bool = true) -> RequestError {
        RequestError(.unauthorized, reason, [.wwwAuthenticate: BearerToken.challenge(shown: shown)])
    }
}
