import Foundation
import TiledJPEG

/// Pillow cutting the same rectangle out of the same sheet, where it is installed.
enum PillowCrop {
    private static let script = """
        import io, statistics, sys, time
        from PIL import Image
        sheet = open(sys.argv[1], "rb").read()
        box = tuple(int(side) for side in sys.argv[2:6])
        times = []
        for _ in range(15):
            start = time.thread_time_ns()
            Image.open(io.BytesIO(sheet)).crop(box).save(io.BytesIO(), "JPEG", quality=80)
            times.append(time.thread_time_ns() - start)
        print(statistics.median(times) / 1000)
        """

    /// Processor time; nil without Python or Pillow.
    static func microseconds(_ sheet: [UInt8], _ rect: PixelRect) throws -> Double? {
        guard let python = Python.path(importing: "PIL") else { return nil }
        let folder = try ScratchFolder()
        let path = folder.path + "/sheet.jpg"
        try Data(sheet).write(to: URL(fileURLWithPath: path))
        let box = [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height].map(String.init)
        let output = try ChildProcess.run([python, "-c", script, path] + box).output
        return Double(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
