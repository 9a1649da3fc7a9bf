#if !Cloud
    #error("Screenshots in S3 need the trait Cloud, which is on by default: add it to the traits of the dependency.")
#endif
