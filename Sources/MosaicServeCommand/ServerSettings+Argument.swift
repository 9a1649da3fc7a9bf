public import ArgumentParser
public import MosaicServer

extension ServerSettings.Reading: ExpressibleByArgument {}
