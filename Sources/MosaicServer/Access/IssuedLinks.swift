/// The signed links in one answer; all of them expire at the same time.
struct IssuedLinks: Sendable {
    private let signer: LinkSigner
    private let storyboard: String
    private let expires: HTTPDate

    init(_ signer: LinkSigner, to storyboard: String, expires: HTTPDate) {
        self.signer = signer
        self.storyboard = storyboard
        self.expires = expires
    }

    /// Opens the storyboard's record, track, preview and look-ups, and the sheets and tiles that these name.
    var toStoryboard: SignedLink { signer.link(to: storyboard, expires: expires) }

    /// Opens one sheet, or one tile as `tiles/{name}`, and nothing else.
    func toPicture(_ name: String) -> SignedLink { signer.link(to: "\(storyboard)/\(name)", expires: expires) }
}
