import CommandSupport
import Mosaic

/// An option of another program, and the one of Mosaic that does the same.
struct ForeignOption {
    /// Options of ffmpeg, ImageMagick, yt-dlp, rsync and servers, without dashes, for each option of Mosaic that does
    /// the same. The first row that has the name and an option of the command counts.
    private static let table: [(option: String, names: Set<String>)] = [
        (
            "--interval",
            ["fps", "rate", "framerate", "frame-rate", "every", "each", "step", "period", "seconds", "frequency"]
        ),
        ("--count", ["frames", "number", "num", "n", "vframes", "thumbnails", "thumbs", "samples", "total"]),
        ("--start", ["ss", "from", "begin", "seek"]),
        ("--end", ["to", "t", "until", "stop"]),
        ("--grid", ["rows", "columns", "cols", "layout", "tiles", "cells"]),
        ("--width", ["size", "scale", "resolution", "w", "height", "thumb-width", "thumbnail-width"]),
        ("--tile", ["size", "scale", "resolution", "height"]),
        ("--quality", ["qscale", "crf", "compression"]),
        ("--format", ["png", "jpeg", "jpg", "webp", "avif", "type", "codec", "f"]),
        ("--jobs", ["threads", "workers", "parallel", "concurrency", "procs"]),
        ("--replace", ["overwrite", "force", "y", "clobber"]),
        ("--force", ["overwrite", "replace", "y", "clobber"]),
        ("--yes", ["force", "confirm", "assume-yes"]),
        ("--now", ["purge", "permanent", "permanently", "hard"]),
        ("--resume", ["continue", "skip-existing", "no-clobber", "incremental", "ignore-existing", "update"]),
        ("--prune", ["delete", "delete-missing", "remove-missing", "clean"]),
        ("--dry-run", ["simulate", "just-print", "pretend", "check", "test", "n"]),
        ("--export", ["format", "formats", "type", "as", "f", "to"]),
        ("--base-url", ["url", "cdn", "url-prefix", "prefix", "href"]),
        ("--output", ["destination", "target", "folder", "directory", "dir", "d"]),
        ("--library", ["o", "l", "db", "database", "root", "path"]),
        ("--title", ["name"]),
        ("--id", ["name"]),
        ("--times", ["timestamps", "at", "list", "csv"]),
        ("--exact", ["accurate", "precise", "keyframes", "skip-frame"]),
        ("--avoid-blank", ["skip-black", "no-black", "skip-blank"]),
        ("--anonymous", ["no-sign-request", "public"]),
        ("--host", ["bind", "address", "listen", "interface", "ip"]),
        ("--auth-token", ["token", "password", "api-key", "secret", "user"]),
        ("--tls-cert", ["cert", "certificate", "ssl", "https", "tls"]),
        ("--tls-key", ["key"]),
        ("--allow-origin", ["cors", "origin"]),
        ("--log-level", ["verbose", "v", "debug", "loglevel"]),
        ("--config", ["settings", "conf", "c"]),
        ("--repair", ["fix"]),
        ("--path-map", ["map", "volume"]),
        ("--search", ["filter", "grep", "query", "find"]),
        ("--limit", ["max", "head", "top", "n"]),
        ("--sort", ["order", "order-by"]),
        ("--failed", ["all"]),
        ("--quiet", ["silent", "s", "no-progress"]),
        ("--json", ["format", "output-format", "output"]),
    ]
    private static let sources: Set<String> = ["i", "input", "in", "file", "source", "src", "video", "film"]

    /// The option as it was typed, such as `--fps`.
    let name: String
    /// The command's options, with their dashes.
    let names: [String]

    /// The option of the command that does the same; `nil` if none does.
    var option: String? {
        Self.table.first { names.contains($0.option) && $0.names.contains(bare) }?.option
    }

    /// A sentence on an option that is not needed; `nil` if nothing is known of it.
    func remark(on command: String) -> String? {
        let isLookup = command == "lookup" || command == "tile"
        return switch bare {
        case _ where Self.sources.contains(bare) && command != "serve":
            "A film, folder or track is named without an option."
        case "all" where command == "remove":
            "remove takes the ids that mosaic list shows; a whole library is a folder to delete."
        case "daemon", "background", "detach": "A service of systemd runs it in the background, or nohup."
        case "vf", "filter": "Filters are not taken; --interval 10 takes a picture every 10 s, and --width scales it."
        case "t" where isLookup, "time" where isLookup, "at" where isLookup:
            "The time follows the track without an option: mosaic \(command) out/thumbnails.vtt 1:23"
        case "recursive" where command == "batch", "R" where command == "batch", "r" where command == "batch":
            "batch reads the folders below ROOT without it."
        case "verbose", "v", "debug", "progress": "All notes are printed without it."
        case "hwaccel", "gpu", "cuda", "vaapi", "nvenc": "Films are decoded on the processor, at their key frames."
        default: nil
        }
    }

    /// One of the commands with the most options that has the option; `nil` if none has it.
    func otherCommand(than command: String) -> String? {
        OptionNames.declaring(only: [name]) {
            ["compose", "batch", "export", "serve"].first {
                $0 != command && DeclaredOptions(of: [$0]).names.contains(name)
            }
        }
    }

    private var bare: String { String(name.drop { $0 == "-" }) }
}
