import ArgumentParser
import CommandSupport

/// Retention of replaced and removed objects of a library.
struct RetentionOptions: ParsableArguments {
    @Option(
        help: """
            Retention of replaced sheets, and of sheets and screenshots of removed storyboards: \
            \(RetentionArgument.form).
            """)
    var keepOld = RetentionArgument.day
}
