import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// Decides which requests are allowed.
struct AccessRule: Sendable {
    /// The configured token; `nil` if there is none.
    let token: AccessToken?
    /// Verifies JWTs; `nil` if none are accepted. Without a token and a verifier there is no authentication.
    let signedTokens: JWTVerifier?
    /// Whether videos and downloads are public if the server has no authentication.
    let opensDownloads: Bool
    /// Clients that may read published documents.
    let readers: ReadAccess
    /// Signs links in documents; `nil` if reading is public.
    let signer: LinkSigner?
    let linkLifetime: Duration
    /// Whether all changes are refused.
    let isReadOnly: Bool
    /// Whether every request may trigger a first composition.
    let composesOnRequest: Bool
    /// Decides which pages may write.
    let origins: OriginRule
    /// Whether the server uses TLS.
    let isOverTLS: Bool

    private var isProtected: Bool { token != nil || signedTokens != nil }

    /// Throws if a request is not allowed.
    ///
    /// - Parameters:
    ///   - storyboard: The storyboard in the path.
    ///   - picture: The sheet in the path, or the tile as `tiles/{name}`; `nil` if there is none.
    /// - Throws: `unauthorized`, `forbidden`.
    func admit(
        _ request: Request, to route: RouteAccess, storyboard: @autoclosure () -> StoryboardID?,
        picture: @autoclosure () -> String?, now: @autoclosure () -> HTTPDate
    ) throws(RequestError) {
        switch route {
        case .open: return
        case .published(let kind):
            guard readers == .tokenHolders else { return }
            if let storyboard = storyboard(), holdsLink(request, to: storyboard, kind, picture(), now: now()) { return }
            if signer != nil, shownToken(request, inQuery: kind.takesTokenInQuery) == nil,
                request.uri.query.flatMap({ QueryValues.only("sig", in: $0) }) != nil
            {
                throw .unauthorized(
                    "The link is not valid here, or has expired.", shown: request.headers[.authorization] != nil)
            }
            try require(.read, of: request, inQuery: kind.takesTokenInQuery, now: now())
        case .report: try require(.read, of: request, now: now())
        case .download(let takesTokenInQuery):
            try refuseWithoutTokens(request)
            try require(.read, of: request, inQuery: takesTokenInQuery, now: now())
        case .write, .notification, .downloadWrite, .upkeep:
            guard !isReadOnly || (route == .upkeep && isProtected) else {
                throw RequestError(.forbidden, "The server only reads.")
            }
            guard origins.allowsWrite(request.headers, host: request.head.authority, overTLS: isOverTLS) else {
                throw RequestError(
                    .forbidden,
                    "Pages of this origin may not write here; the operator allows origins by --allow-write-origin.")
            }
            if route == .downloadWrite {
                try refuseWithoutTokens(request, " URLs are fetched only with --downloader, too.")
            }
            try require(.write, of: request, bare: route == .notification, now: now())
        }
    }

    /// Whether a request may trigger a first composition. If ``composesOnRequest`` is false, only requests with a token
    /// that may write.
    func mayCompose(_ request: Request, now: HTTPDate) -> Bool {
        guard !composesOnRequest else { return true }
        guard isProtected else { return false }
        return (try? require(.write, of: request, inQuery: true, now: now)) != nil
    }

    /// Clients that may load videos. Shared caches must not store responses that require a token.
    var downloadReaders: ReadAccess { isProtected || !opensDownloads ? .tokenHolders : .anyone }

    /// The subject (`sub`) of a request's JWT; `nil` for an opaque token, without a valid JWT, or if the JWT has no
    /// subject.
    ///
    /// - Parameter inQuery: Whether a token in the query is also accepted.
    func subject(of request: Request, inQuery: Bool = false, now: HTTPDate) -> String? {
        guard case .one(let subject) = claims(of: request, inQuery: inQuery, now: now)?.texts["sub"] else {
            return nil
        }
        return subject
    }

    /// The owner of jobs that an admitted request submits. All requests without a valid token have the same owner.
    func owner(of request: Request, now: HTTPDate) -> JobOwner {
        if let token, let shown = shownToken(request, inQuery: true, bare: true), token.matches(shown) {
            return .token
        }
        guard let claims = claims(of: request, inQuery: true, bare: true, now: now) else { return .anonymous }
        if case .one(let subject) = claims.texts["sub"] { return .subject(subject) }
        return .key(claims.keyName ?? "")
    }

    /// Seconds until a request's JWT expires, including the clock tolerance; `nil` if no JWT allows the request.
    func lifetime(of request: Request, now: HTTPDate) -> Double? {
        if let token, let shown = shownToken(request), token.matches(shown) { return nil }
        guard let end = claims(of: request, now: now)?.exp else { return nil }
        return max(0, end + JWTVerifier.leeway - Double(now.secondsSince1970))
    }

    private func claims(
        of request: Request, inQuery: Bool = false, bare: Bool = false, now: HTTPDate
    ) -> JWTClaims? {
        guard let signedTokens, let shown = shownToken(request, inQuery: inQuery, bare: bare) else { return nil }
        return try? signedTokens.claims(of: shown, now: now)
    }

    /// The signed links for a storyboard's URLs in a response; `nil` if reading is public.
    ///
    /// The links in a response to a request with a signed link expire no later than that link.
    func links(to storyboard: StoryboardID, for request: Request, now: HTTPDate) -> IssuedLinks? {
        guard let signer else { return nil }
        let shown = link(of: request, to: storyboard.rawValue, now: now)
        return IssuedLinks(
            signer, to: storyboard.rawValue,
            expires: shown?.expires ?? LinkSigner.expiry(now: now, lifetime: linkLifetime))
    }

    /// Whether a request has a valid link. A link to a storyboard is also valid for its pictures. No link is valid for
    /// screenshots or lists.
    private func holdsLink(
        _ request: Request, to storyboard: StoryboardID, _ kind: ResourceKind, _ picture: String?, now: HTTPDate
    ) -> Bool {
        switch kind {
        case .document, .lookup, .tileAtTime: link(of: request, to: storyboard.rawValue, now: now) != nil
        case .sheet, .tile:
            link(of: request, to: storyboard.rawValue, now: now) != nil
                || picture.map { link(of: request, to: "\(storyboard)/\($0)", now: now) != nil } ?? false
        case .screenshot, .report: false
        }
    }

    /// The link in a request; `nil` if there is none that is valid for this resource now.
    private func link(of request: Request, to resource: String, now: HTTPDate) -> SignedLink? {
        guard let signer, let link = request.uri.query.flatMap(SignedLink.init(query:)),
            signer.allows(link, method: request.method, resource: resource, now: now)
        else { return nil }
        return link
    }

    /// Throws if videos require a token, but the server has no authentication, so that no token is valid.
    ///
    /// - Parameter remark: A sentence about another setting that the request requires, with a leading space; empty for
    ///   none.
    private func refuseWithoutTokens(_ request: Request, _ remark: String = "") throws(RequestError) {
        guard !isProtected, !opensDownloads else { return }
        throw .unauthorized(
            "This needs a token, and none is set: set MOSAIC_AUTH_TOKEN or a key for JWTs, or serve with --open-downloads."
                + remark,
            shown: request.headers[.authorization] != nil)
    }

    private func shownToken(_ request: Request, inQuery: Bool = false, bare: Bool = false) -> BearerToken? {
        guard let field = request.headers[.authorization] else {
            return inQuery ? request.uri.query.flatMap { BearerToken(query: $0) } : nil
        }
        return BearerToken(authorization: bare && !field.contains(" ") ? "Bearer \(field)" : field)
    }

    private func require(
        _ scope: AccessScope, of request: Request, inQuery: Bool = false, bare: Bool = false, now: HTTPDate
    ) throws(RequestError) {
        guard isProtected else { return }
        guard let shown = shownToken(request, inQuery: inQuery, bare: bare) else {
            let isShown = request.headers[.authorization] != nil
            let isInQuery = request.uri.queryParameters.contains {
                ["token", "access_token"].contains($0.key.lowercased())
            }
            throw .unauthorized(
                (isShown
                    ? "The field Authorization has no token of the type Bearer"
                    : isInQuery ? "A token in the URL, which logs would show, is not read" : "A token is missing")
                    + "; the request takes the field Authorization: Bearer TOKEN.",
                shown: isShown)
        }
        if let token, token.matches(shown) { return }
        guard let signedTokens else { throw .unauthorized("The token is not valid.") }
        guard try signedTokens.scope(of: shown, now: now) >= scope else {
            throw RequestError(
                .forbidden, "The request takes a token with the scope \(scope), which this one lacks.",
                [.wwwAuthenticate: BearerToken.challenge(lacking: scope)])
        }
    }
}

extension RequestError {
    /// The error for a missing token, or for an invalid token if `shown`.
    static func unauthorized(_ reason: String, shown: Bool = true) -> RequestError {
        RequestError(.unauthorized, reason, [.wwwAuthenticate: BearerToken.challenge(shown: shown)])
    }
}

/// Creates the signed links in one response. All of them expire at the same time.
struct IssuedLinks: Sendable {
    private let signer: LinkSigner
    private let storyboard: String
    private let expires: HTTPDate

    init(_ signer: LinkSigner, to storyboard: String, expires: HTTPDate) {
        self.signer = signer
        self.storyboard = storyboard
        self.expires = expires
    }

    /// A link that is valid for the storyboard's record, track, preview and look-ups, and for the sheets and tiles that
    /// they name.
    var toStoryboard: SignedLink { signer.link(to: storyboard, expires: expires) }

    /// A link that is valid only for one sheet, or for one tile as `tiles/{name}`.
    func toPicture(_ name: String) -> SignedLink { signer.link(to: "\(storyboard)/\(name)", expires: expires) }
}
