import Raster
import Seeded
import Testing
import Tiers

/// Damaged files: they may not trap, be read past their end (the address sanitizer watches) or change the file beside
/// them. libjpeg accepts every accepted file without a warning.
struct ScaledJPEGDamageTests {
    private let decoder = ScaledJPEGDecoder()
    private let neighbour = SeededJPEG(width: 50, height: 40).encoded(seed: 99)
    private let expected: [JPEGScale: ScaledPicture]

    init() throws {
        var expected: [JPEGScale: ScaledPicture] = [:]
        for scale in JPEGScale.allCases { expected[scale] = try decoder.decode([neighbour], at: scale)[0].get() }
        self.expected = expected
    }

    /// The fault in decoding `file`, and whether it is accepted; every fourth `number` has a neighbour.
    private func outcome(_ file: [UInt8], _ scale: JPEGScale, _ number: Int) -> (fault: String?, isAccepted: Bool) {
        var results = decoder.decode(number % 4 == 0 ? [file, neighbour] : [file], at: scale)
        if results.count == 2, (try? results.removeLast().get()) != expected[scale] {
            return ("the neighbour changed", false)
        }
        guard case .success = results[0] else { return (nil, false) }
        guard let theirs = LibJPEG.planes(of: file, eighths: scale.rawValue) else {
            return ("libjpeg refuses what is accepted here", true)
        }
        return (theirs.warnings == 0 ? nil : "libjpeg has \(theirs.warnings) warnings", true)
    }

    private static let files = [
        SeededJPEG(width: 48, height: 40).encoded(seed: 1),
        SeededJPEG(width: 61, height: 47, sampling: [(2, 1), (1, 1), (1, 1)], restartInterval: 3).encoded(seed: 2),
        SeededJPEG(width: 40, height: 33, components: 1, sampling: [(1, 1)], optimizedTables: true).encoded(seed: 3),
        SeededJPEG(
            width: 64, height: 32, sampling: [(1, 1), (1, 1), (1, 1)], restartInterval: 1, optimizedTables: true
        )
        .encoded(seed: 4),
    ]

    // By number: a run prints arguments, and these have thousands of bytes.
    @Test(arguments: files.indices)
    func `no proper prefix of a file is accepted`(_ index: Int) {
        let file = Self.files[index]
        for length in 0..<file.count {
            let (fault, isAccepted) = outcome(Array(file.prefix(length)), JPEGScale.allCases[length % 3], length)
            #expect(fault == nil && !isAccepted, "\(length) bytes: \(fault ?? "accepted")")
        }
        #expect(outcome(file, .half, 0).isAccepted)
    }

    @Test(arguments: files.indices)
    func `libjpeg accepts every accepted file with a single bit flipped without a warning`(_ index: Int) {
        let file = Self.files[index]
        var accepted = 0
        for bit in Tier.sample(0..<8 * min(file.count, 1024), 400) {
            var damaged = file
            damaged[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            let (fault, isAccepted) = outcome(damaged, JPEGScale.allCases[bit % 3], bit)
            accepted += isAccepted ? 1 : 0
            #expect(fault == nil, "bit \(bit)")
        }
        // Comments, densities, quantizers and many values may change without harm.
        #expect(accepted > (Tier.isThorough ? 100 : 5))
    }

    @Test func `libjpeg accepts every accepted one of ten thousand damaged files without a warning`() {
        var random = SeededGenerator(seed: 5)
        var accepted = 0
        for number in Tier.rounds(10_000, quick: 500) {
            var file = Self.files[number % Self.files.count]
            // Most of the damage goes behind the headers, where it is not found out at once.
            let first = random.next() % 4 == 0 ? 2 : file.count / 2
            for _ in 0...random.next() % 4 {
                let place = Int.random(in: first..<file.count, using: &random)
                switch random.next() % 6 {
                case 0: file[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: file[place] ^= 1 << UInt8(random.next() % 8)
                case 2: file.remove(at: place)
                case 3: file.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                case 4: file[place] = 0xFF
                default:
                    let length = min(Int(random.next() % 40), file.count - place)
                    let source = Int.random(in: 0...file.count - length, using: &random)
                    file.replaceSubrange(place..<place + length, with: file[source..<source + length])
                }
                if first >= file.count { break }
            }
            let (fault, isAccepted) = outcome(file, JPEGScale.allCases[Int(random.next() % 3)], number)
            accepted += isAccepted ? 1 : 0
            #expect(fault == nil, "damage \(number)")
        }
        #expect(accepted > (Tier.isThorough ? 100 : 5))
    }

    @Test func `a header that promises more blocks than its bytes can hold is refused before memory is taken`() {
        var file = SeededJPEG(width: 16, height: 16).encoded()
        // The frame header's height and width follow marker, length and precision.
        let frame = file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 } ?? 0
        for offset in 5...8 { file[frame + offset] = 0xFA }
        for scale in JPEGScale.allCases {
            let error = #expect(throws: ImageError.self) { try decoder.decode([file], at: scale)[0].get() }
            #expect(error?.code == .malformed)
            #expect(error?.reason.contains("cannot hold") == true)
        }
    }
}
