#if !Composer
    #error(
        "Composing and the tools need the trait Composer, which is on by default: leave out `traits: []`, or depend on ScrubPreview, TiledJPEG or WebVTT alone."
    )
#endif
