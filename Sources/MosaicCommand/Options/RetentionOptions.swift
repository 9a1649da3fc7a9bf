import ArgumentParser
import MosaicConsole

/// How long retired objects stay in a library.
struct RetentionOptions: ParsableArguments {
    @Option(
        help: """
            How long superseded sheets, and sheets and screenshots of removed storyboards, stay in the library: \
            \(KeepTime.form).
            """)
    var keepOld = KeepTime.day
}
