/// Who may read what is published.
package enum ReadAccess: Hashable, Sendable, CaseIterable {
    /// Everyone.
    case anyone
    /// Who shows a token or a signed link.
    case tokenHolders
}
