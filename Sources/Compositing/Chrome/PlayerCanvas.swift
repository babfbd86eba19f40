public import FrameCore
public import Interaction
public import ShaderExecution

public struct PlayerCanvas: Sendable {
    public func frame(_ screen: PlayerScreen, wallTime: Rational, options: ExecutionOptions, tap: ((LayerTap) -> Void)?)
        throws -> CompositedFrame
    {
        CompositedFrame(pixels: PixelBuffer(width: 1, height: 1), absentLayers: [])
    }
}
public struct SettingsCanvas: Sendable {
    public func draw(_ view: SettingsScreenView, over pixels: inout PixelBuffer) throws {}
}
