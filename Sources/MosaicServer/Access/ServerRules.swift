import HTTPTypes
import Hummingbird
import Mosaic
import WebOrigins

/// The rules on access, parsed from the settings and checked.
struct ServerRules: Sendable {
    /// Decides which requests are allowed.
    let access: AccessRule
    /// Decides which pages may use the server.
    let origins: OriginRule
    /// The accepted host names; `nil` accepts all, if a token or a JWT key is configured.
    let hosts: HostRule?
    /// Paths that are allowed with any `Host` or none: load balancers on other machines use addresses.
    let probePaths: Set<String>

    /// Parses the settings.
    ///
    /// - Throws: `invalidSettings` naming the setting.
    init(_ settings: ServerSettings) throws(MosaicError) {
        guard let embedding = OriginRule.Embedding(rawValue: settings.resourcePolicy) else {
            throw Self.invalid(
                "resource-policy", "It takes same-origin, same-site or cross-origin, not '\(settings.resourcePolicy)'.")
        }
        origins = OriginRule(
            readers: try Self.readers(settings.readingOrigins),
            writers: try Self.origins(settings.writingOrigins, "allow-write-origin"),
            embedding: embedding)
        let token = settings.token.flatMap { AccessToken($0.text) }
        if settings.token != nil, token == nil {
            throw Self.invalid(
                "auth-token",
                "It has a character that a token cannot have, or too many: letters, digits and - . _ ~ + / are allowed, "
                    + "at most \(BearerToken.maximumLength).")
        }
        let signedTokens = try Self.signedTokens(settings)
        let isProtected = token != nil || signedTokens != nil
        let address = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let host = HostName(Substring(address))
        let isLocal = host?.isLoopback == true
        let readers = settings.reading == .token ? ReadAccess.tokenHolders : .anyone
        guard readers == .anyone || isProtected else {
            throw Self.invalid("read", "Reading with a token needs a token, MOSAIC_AUTH_TOKEN, or a JWT key.")
        }
        // A key that is too short is an error even if reading is public.
        let signer = try Self.signer(settings)
        access = AccessRule(
            token: token, signedTokens: signedTokens, opensDownloads: settings.opensDownloads, readers: readers,
            signer: readers == .anyone ? nil : signer,
            linkLifetime: .seconds(settings.linkLifetime), isReadOnly: settings.isReadOnly,
            composesOnRequest: settings.work.composesOnRequest ?? (isLocal && !isProtected), origins: origins,
            isOverTLS: settings.certificatePath != nil)
        guard isProtected || settings.isReadOnly || isLocal else {
            throw Self.invalid(
                "host",
                "Others can reach \(settings.host): set a token, MOSAIC_AUTH_TOKEN, which openssl rand -hex 32 makes, or "
                    + "add --read-only, and --allow-host NAME for each further name.")
        }
        var names: [Authority] = []
        for name in settings.hostNames + [address] {
            guard let authority = Authority(name) else {
                throw Self.invalid("allow-host", "\(name) is not a host name, such as films.example.")
            }
            names.append(authority)
        }
        hosts = isProtected ? nil : HostRule(configured: names, takesAddresses: host?.isUnspecified == true)
        // No exemption on loopback: load balancers are on other machines, and a page must not find this server by DNS
        // rebinding.
        let prefix = settings.pathPrefix
        probePaths = isLocal ? [] : ["/health", prefix + "/health", prefix + "/ready", prefix + "/metrics"]
    }

    private static func signedTokens(_ settings: ServerSettings) throws(MosaicError) -> JWTVerifier? {
        guard let key = settings.jwtKey else {
            guard settings.jwtIssuer == nil, settings.jwtAudience == nil,
                settings.jwtScopeClaim == JWTVerifier.standardScopeClaim
            else {
                throw invalid(
                    "JWT key",
                    "Issuer, audience and scope claim of signed tokens take the key that they are signed with.")
            }
            return nil
        }
        return try JWTVerifier(
            key, issuer: settings.jwtIssuer, audience: settings.jwtAudience, scopeClaim: settings.jwtScopeClaim)
    }

    private static func readers(_ origins: [String]?) throws(MosaicError) -> OriginRule.ReadingPages {
        guard let origins else { return .all }
        return .only(try Self.origins(origins, "allow-origin"))
    }

    private static func origins(_ texts: [String], _ setting: String) throws(MosaicError) -> Set<Origin> {
        var origins: Set<Origin> = []
        for text in texts {
            guard let origin = Origin(text) else {
                throw invalid(setting, "It takes the origin of a page, such as https://films.example, not '\(text)'.")
            }
            origins.insert(origin)
        }
        return origins
    }

    private static func signer(_ settings: ServerSettings) throws(MosaicError) -> LinkSigner {
        let key = settings.linkKey ?? (0..<32).map { _ in UInt8.random(in: 0...255) }
        guard let signer = LinkSigner(key: key) else {
            throw invalid("link_key", Secret.tooShort(key.count, minimum: 32))
        }
        return signer
    }

    private static func invalid(_ setting: String, _ reason: String) -> MosaicError {
        MosaicError(.invalidSettings, setting, reason)
    }
}

/// Responds to preflight requests before other checks, and adds CORS fields to every response.
struct CrossOriginAnswers: RouterMiddleware {
    typealias Context = ServerContext

    let rule: OriginRule
    let paths: KnownPaths

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let isPublished = paths.isPublished(request.uri.path)
        if request.method == .options,
            let fields = rule.preflightFields(for: request.headers, isPublished: isPublished)
        {
            return .empty(.noContent, fields)
        }
        var response = try await next(request, context)
        for field in rule.fields(for: request.headers, method: request.method, isPublished: isPublished) {
            response.headers.append(field)
        }
        return response
    }
}

/// Rejects requests whose Host is not allowed, as after DNS rebinding.
struct HostCheck: RouterMiddleware {
    typealias Context = ServerContext

    let rule: HostRule
    /// Paths that are allowed with any `Host`.
    let exempt: Set<String>

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard rule.allows(request.head.authority) || exempt.contains(request.uri.path) else {
            let name = request.head.authority.flatMap { Authority($0) == nil ? nil : $0 } ?? "of the request"
            throw RequestError(
                .misdirected,
                "The server does not answer to the name \(name); its operator allows names by --allow-host.")
        }
        return try await next(request, context)
    }
}
