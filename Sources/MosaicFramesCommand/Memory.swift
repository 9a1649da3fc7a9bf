#if Film
    import Glibc

    /// Unwraps what an allocating function returns; ends the process where memory is exhausted, because the records know no
    /// failure behind the header.
    func allocated<Value>(_ value: Value?) -> Value {
        guard let value else {
            let sentence = "mosaic-frames: The memory that it may use is exhausted.\n"
            _ = sentence.withCString { write(2, $0, strlen($0)) }
            exit(1)
        }
        return value
    }
#endif
