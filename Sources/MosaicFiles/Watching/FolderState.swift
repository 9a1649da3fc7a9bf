/// A watched folder's pictures by name: those that can be read, and those that somebody still writes.
package struct FolderState: Hashable, Sendable {
    /// Files whose size and time have rested long enough. A file that came after this state is not among them.
    package let resting: Set<String>
    /// Files that are being written, or were a moment ago.
    package let moving: Set<String>
}
