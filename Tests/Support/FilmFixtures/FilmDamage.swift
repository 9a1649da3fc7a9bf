/// Damage as disks, networks and other people do it.
package enum FilmDamage {
    /// A film with one to eight faults; its first bytes, by which it is recognized, are mostly left.
    package static func damaged(_ film: [UInt8], by generator: inout some RandomNumberGenerator) -> [UInt8] {
        var film = film
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            guard film.count > 200 else { break }
            let place = Int.random(in: (Bool.random(using: &generator) ? 64 : 0)..<film.count - 100, using: &generator)
            let length = Int.random(in: 1...100, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: film[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: for index in place..<place + length { film[index] = .random(in: 0...255, using: &generator) }
            case 2: for index in place..<place + length { film[index] = 0xFF }
            case 3: film.removeSubrange(place..<place + length)
            case 4: film.insert(contentsOf: film[place..<place + length], at: place)
            // Boxes, tables and headers of MP4 lie near the end, those of Matroska near the begin.
            case 5 where Int.random(in: 0..<4, using: &generator) == 0: film.removeLast(film.count - place)
            default:
                let near = Bool.random(using: &generator) ? place % 4_096 : film.count - 1 - place % 8_192
                film[max(0, min(near, film.count - 1))] = .random(in: 0...255, using: &generator)
            }
        }
        return film
    }
}
