import Testing

@testable import HTTPSemantics

struct ConstantTimeTests {
    @Test func `only the same bytes are equal`() {
        let secret = Array("secret".utf8)
        #expect(ConstantTime.areEqual(secret, secret))
        #expect(ConstantTime.areEqual([], []))
        for index in secret.indices {
            for bit in 0..<8 {
                var guess = secret
                guess[index] ^= 1 << bit
                #expect(!ConstantTime.areEqual(secret, guess))
            }
        }
    }

    @Test func `a beginning, and zeros at the end, are not equal`() {
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.areEqual([1, 2], [1, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2], [1, 2, 0]))
        #expect(!ConstantTime.areEqual([], [0]))
        #expect(!ConstantTime.areEqual([], Array(repeating: 0, count: 256)))
    }
}
