/// A colour of 8 bits a channel in display space, its alpha not multiplied in.
public struct RGBAColour: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let white = RGBAColour(red: 255, green: 255, blue: 255)
    public static let black = RGBAColour(red: 0, green: 0, blue: 0)
}
