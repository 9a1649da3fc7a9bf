import ArgumentParser
import CommandSupport

/// How long retired objects stay in a library.
struct RetentionOptions: ParsableArguments {
    @Option(
        help: """
            Retention of replaced sheets, and of sheets and screenshots of removed storyboards: \
            \(RetentionArgument.form).
            """)
    var keepOld = RetentionArgument.day
}
