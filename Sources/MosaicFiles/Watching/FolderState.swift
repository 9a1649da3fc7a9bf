/// A watched folder's pictures by name: stable ones, and ones that are being written.
package struct FolderState: Hashable, Sendable {
    /// Files whose size and time were stable for long enough. Files that came after this state are not among them.
    package let stable: Set<String>
    /// Files that are being written, or were until recently.
    package let changing: Set<String>
}
