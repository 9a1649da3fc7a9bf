import Foundation

/// Another program that makes one image of many screenshots, with its arguments for two threads.
struct Peer {
    let name: String
    let command: [String]
    var environment: [String: String] = [:]
    /// Minimum ratio of its time to Mosaic's; `nil` for no bound.
    let wanted: Double?

    /// Parameters of all peers.
    struct Task {
        let screenshots: BenchScreenshots
        /// Pixels of a tile.
        let tile: BenchSize
        let columns: Int
        /// A folder for lists and results.
        let scratch: String

        var rows: Int { (screenshots.count + columns - 1) / columns }
        var list: String { scratch + "/list.txt" }
        var concat: String { scratch + "/concat.txt" }

        /// Writes the lists of files that peers read.
        func prepare() throws {
            let paths = screenshots.paths.map { URL(fileURLWithPath: $0).path }
            try Data(paths.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: list))
            try Data(paths.map { "file '\($0)'\nduration 1\n" }.joined().utf8).write(to: URL(fileURLWithPath: concat))
        }
    }

    /// The peers that are installed.
    static func installed(for task: Task) -> [Peer] {
        [
            ffmpeg(task, lowers: false), ffmpeg(task, lowers: true), vips(task), pillow(task), imageMagick(task),
            graphicsMagick(task),
        ].compactMap(\.self)
    }

    private static func ffmpeg(_ task: Task, lowers: Bool) -> Peer? {
        guard let path = ChildProcess.find("ffmpeg") else { return nil }
        let scale = lowers ? ["-lowres", "2"] : []
        return Peer(
            name: lowers ? "ffmpeg -lowres 2" : "ffmpeg",
            command: [path, "-v", "error", "-y", "-threads", "2"] + scale + [
                "-f", "concat", "-safe", "0", "-i", task.concat, "-filter_threads", "2", "-vf",
                "scale=\(task.tile.width):\(task.tile.height),tile=\(task.columns)x\(task.rows)", "-frames:v", "1",
                "-q:v", "4", "-threads", "2", task.scratch + "/ffmpeg.jpg",
            ], wanted: lowers ? nil : 3)
    }

    private static func vips(_ task: Task) -> Peer? {
        guard let python = Python.path(importing: "pyvips") else { return nil }
        let script = """
            import pyvips
            files = open("\(task.list)").read().split()
            tiles = [pyvips.Image.thumbnail(f, \(task.tile.width), height=\(task.tile.height), size="force") for f in files]
            pyvips.Image.arrayjoin(tiles, across=\(task.columns)).jpegsave("\(task.scratch)/vips.jpg", Q=80)
            """
        return Peer(
            name: "pyvips thumbnail, arrayjoin", command: [python, "-c", script],
            environment: ["VIPS_CONCURRENCY": "2"], wanted: 5)
    }

    private static func pillow(_ task: Task) -> Peer? {
        guard let python = Python.path(importing: "PIL") else { return nil }
        let (width, height) = (task.tile.width, task.tile.height)
        let script = """
            from concurrent.futures import ThreadPoolExecutor
            from PIL import Image
            files = open("\(task.list)").read().split()
            sheet = Image.new("RGB", (\(width * task.columns), \(height * task.rows)))
            def tile(path):
                image = Image.open(path)
                image.draft("RGB", (\(2 * width), \(2 * height)))
                return image.convert("RGB").resize((\(width), \(height)), Image.LANCZOS)
            with ThreadPoolExecutor(2) as pool:
                for i, image in enumerate(pool.map(tile, files)):
                    sheet.paste(image, (i % \(task.columns) * \(width), i // \(task.columns) * \(height)))
            sheet.save("\(task.scratch)/pillow.jpg", quality=80)
            """
        return Peer(name: "Pillow draft, Lanczos", command: [python, "-c", script], wanted: 5)
    }

    private static func imageMagick(_ task: Task) -> Peer? {
        guard let path = ChildProcess.find("montage") else { return nil }
        return Peer(
            name: "ImageMagick montage",
            command: [path, "-limit", "thread", "2", "-define", "jpeg:size=\(shrunk(task))"] + task.screenshots.paths
                + layout(task) + [task.scratch + "/im.jpg"], wanted: 10)
    }

    private static func graphicsMagick(_ task: Task) -> Peer? {
        guard let path = ChildProcess.find("gm") else { return nil }
        return Peer(
            name: "GraphicsMagick montage",
            command: [path, "montage", "-size", shrunk(task), "@" + task.list] + layout(task) + [
                task.scratch + "/gm.jpg"
            ], environment: ["OMP_NUM_THREADS": "2"], wanted: nil)
    }

    private static func shrunk(_ task: Task) -> String { "\(2 * task.tile.width)x\(2 * task.tile.height)" }

    private static func layout(_ task: Task) -> [String] {
        [
            "-thumbnail", "\(task.tile)!", "-geometry", "\(task.tile)+0+0", "-tile", "\(task.columns)x\(task.rows)",
            "-quality", "80",
        ]
    }
}
