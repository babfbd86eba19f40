import CFFmpeg

/// Which decoder is used for a codec, and what is known of it.
enum SoundDecoder {
    /// Decoders that work in whole numbers, where libav prefers another.
    private static let fixedPoint: [AVCodecID.RawValue: String] = [
        AV_CODEC_ID_MP1.rawValue: "mp1", AV_CODEC_ID_MP2.rawValue: "mp2", AV_CODEC_ID_MP3.rawValue: "mp3",
        AV_CODEC_ID_MP3ADU.rawValue: "mp3adu", AV_CODEC_ID_MP3ON4.rawValue: "mp3on4",
        AV_CODEC_ID_AAC.rawValue: "aac_fixed", AV_CODEC_ID_AC3.rawValue: "ac3_fixed",
    ]

    /// Lossy codecs that a decoder can enter anywhere, having seen a few packets before.
    private static let enterable: Set<AVCodecID.RawValue> = [
        AV_CODEC_ID_MP1.rawValue, AV_CODEC_ID_MP2.rawValue, AV_CODEC_ID_MP3.rawValue, AV_CODEC_ID_AAC.rawValue,
        AV_CODEC_ID_AAC_LATM.rawValue, AV_CODEC_ID_AC3.rawValue, AV_CODEC_ID_EAC3.rawValue,
        AV_CODEC_ID_DTS.rawValue, AV_CODEC_ID_OPUS.rawValue, AV_CODEC_ID_VORBIS.rawValue,
        AV_CODEC_ID_WMAV1.rawValue, AV_CODEC_ID_WMAV2.rawValue, AV_CODEC_ID_WMAPRO.rawValue,
    ]

    /// The decoder for a stream; nil when there is none.
    static func preferred(for parameters: AVCodecParameters) -> UnsafePointer<AVCodec>? {
        // The fixed-point decoder lacks the tools of these two profiles.
        let isPredicting =
            parameters.codec_id == AV_CODEC_ID_AAC
            && [FF_PROFILE_AAC_MAIN, FF_PROFILE_AAC_LTP].contains(parameters.profile)
        if !isPredicting, let name = fixedPoint[parameters.codec_id.rawValue],
            let decoder = avcodec_find_decoder_by_name(name)
        {
            return decoder
        }
        return avcodec_find_decoder(parameters.codec_id)
    }

    /// Whether it gives the same samples whatever the CPU: it works in whole numbers.
    static func isExact(_ decoder: UnsafePointer<AVCodec>) -> Bool {
        if let name = fixedPoint[decoder.pointee.id.rawValue], strcmp(decoder.pointee.name, name) == 0 { return true }
        return isLossless(decoder.pointee.id)
    }

    /// What a decoder adds to its samples of 32 bits; silence shall be exactly 0.
    static func bias(_ decoder: UnsafePointer<AVCodec>) -> Int32 {
        // Half of the last place of 16 bits, for those who cut the samples off there.
        strcmp(decoder.pointee.name, "aac_fixed") == 0 ? 1 << 15 : 0
    }

    /// How many packets a decoder has to see before what it makes of the next ones is right; nil if all of them.
    ///
    /// Layer III may need more: see `SoundIndexer`.
    static func primingPackets(_ codec: AVCodecID) -> Int? {
        let independent = [
            AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_WAVPACK, AV_CODEC_ID_TTA, AV_CODEC_ID_APE, AV_CODEC_ID_TAK,
        ]
        if independent.contains(codec) || isPCM(codec) { return 0 }
        if codec == AV_CODEC_ID_OPUS { return 48 }
        return enterable.contains(codec.rawValue) ? 12 : nil
    }

    /// Whether it is one of the codecs whose packets tell their length in a four-byte head.
    static func isMPEGAudio(_ codec: AVCodecID) -> Bool {
        [AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3].contains(codec)
    }

    private static func isPCM(_ codec: AVCodecID) -> Bool {
        (AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue).contains(codec.rawValue)
    }

    private static func isLossless(_ codec: AVCodecID) -> Bool {
        if isPCM(codec) { return true }
        guard let description = avcodec_descriptor_get(codec) else { return false }
        return description.pointee.props & (AV_CODEC_PROP_LOSSLESS | AV_CODEC_PROP_LOSSY) == AV_CODEC_PROP_LOSSLESS
    }
}
