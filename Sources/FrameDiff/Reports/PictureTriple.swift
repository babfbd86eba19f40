public import FrameCore

/// Expected, difference and actual side by side with captions' space between, as one picture.
///
/// Pictures of different sizes stand beside each other at their own size; a missing one is an empty box.
public func pictureTriple(
    expected: PixelBuffer?, difference: PixelBuffer?, actual: PixelBuffer?
) -> PixelBuffer { PixelBuffer(width: 1, height: 1) }
