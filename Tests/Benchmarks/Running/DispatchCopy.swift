import Foundation

/// A copy of libdispatch for valgrind 3.19, which writes to the signal mask of `sigsuspend`: libdispatch has it in memory
/// that is read-only.
enum DispatchCopy {
    /// Copies the library that a program loads into a folder, with writable segments; `false` if it loads none.
    ///
    /// The fields of a header: https://man7.org/linux/man-pages/man5/elf.5.html
    static func make(for program: String, in folder: String) throws -> Bool {
        let libraries = try ChildProcess.run([ChildProcess.required("ldd"), program]).output
        let line = String(decoding: libraries, as: UTF8.self).split(separator: "\n").first {
            $0.contains("libdispatch.so =>")
        }
        guard let path = line?.split(separator: " ").dropFirst(2).first,
            var bytes = FileManager.default.contents(atPath: String(path))
        else { return false }
        func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int {
            (0..<MemoryLayout<Number>.size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        let (start, size) = (number(UInt64.self, at: 32), number(UInt16.self, at: 54))
        for index in 0..<number(UInt16.self, at: 56) {
            let header = start + index * size
            // PT_LOAD, and PF_W.
            if number(UInt32.self, at: header) == 1 { bytes[header + 4] |= 2 }
        }
        try bytes.write(to: URL(fileURLWithPath: folder + "/libdispatch.so"))
        return true
    }
}
