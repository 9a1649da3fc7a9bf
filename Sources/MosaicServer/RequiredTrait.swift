#if !Server
    #error("The server needs the trait Server, which is on by default: add it to the traits of the dependency.")
#endif
