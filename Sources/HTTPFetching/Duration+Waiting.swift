extension Duration {
    /// The same, cut to what a clock can wait for: about 136 years, where a longer sleep would trap.
    package var waitable: Duration { min(self, .seconds(1 << 32)) }
}
