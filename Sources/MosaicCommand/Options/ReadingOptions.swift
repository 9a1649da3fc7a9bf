import ArgumentParser
import Mosaic

/// How screenshots are read.
struct ReadingOptions: ParsableArguments {
    @Flag(help: "Fail where a screenshot cannot be decoded, instead of showing a placeholder.")
    var strict = false

    @Flag(help: "Take pictures whose decoder warned of damage.")
    var acceptDamaged = false

    @Flag(help: "Compare the content of all files with the last run's, not only size, time and inode.")
    var verifyContent = false

    func apply(to settings: inout CompositionSettings) {
        settings.isStrict = strict
        settings.acceptsDamaged = acceptDamaged
        settings.verifiesContent = verifyContent
    }
}
