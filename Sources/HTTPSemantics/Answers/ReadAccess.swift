/// Who may read published documents.
package enum ReadAccess: Hashable, Sendable, CaseIterable {
    /// Everyone.
    case anyone
    /// Requests with a token or a signed link.
    case tokenHolders
}
