import ArgumentParser
import Logging
import MosaicServer

/// What the server writes to standard error while it runs.
struct LogOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    enum Level: String, ExpressibleByArgument, CaseIterable {
        case debug, info, warning, error

        var level: Logger.Level {
            switch self {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        }
    }

    @Option(help: ArgumentHelp("How log lines look.", valueName: "text|json"))
    var logFormat = Format.text

    @Option(help: ArgumentHelp("The least that is told; requests are told at info.", valueName: "level"))
    var logLevel = Level.info

    func logger() -> Logger {
        var logger = Logger(label: "mosaic") { label in
            switch logFormat {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        logger.logLevel = logLevel.level
        return logger
    }
}
