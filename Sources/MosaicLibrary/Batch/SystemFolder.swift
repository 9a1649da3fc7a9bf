/// Folders in which systems and storage servers keep deleted files, snapshots and pictures of their own.
///
/// Their films were deleted, or are films of the tree a second time.
enum SystemFolder {
    /// In lower case.
    private static let names: Set<String> = [
        // Recycle bins of Synology, QNAP and Windows.
        "#recycle", "@recycle", "$recycle.bin", "recycler", "recycled",
        // Snapshots of Synology, QNAP and NetApp.
        "#snapshot", "@recently-snapshot", "~snapshot",
        // Pictures that Synology makes of each file.
        "@eadir",
        "system volume information", "lost+found",
    ]

    /// Whether a folder's own name is one of them, in any case. Hidden folders, such as `.Trash-1000`, are not among them.
    static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }
}
