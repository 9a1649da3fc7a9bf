/// A word of a command line to copy into a shell.
package enum ShellWord {
    /// The word, in single quotes if the shell would read it otherwise.
    package static func quoted(_ word: String) -> String {
        word.wholeMatch(of: /[A-Za-z0-9_@%+=:,.\/-]+/) == nil ? "'" + word.replacing("'", with: #"'\''"#) + "'" : word
    }
}
