internal import CCurl
import Glibc

/// A libcurl handle and what it points to; everything goes away with it.
final class CurlHandle {
    private let handle: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private let reception: Reception

    /// What the callbacks write to.
    final class Reception {
        var body: [UInt8] = []
        var headerBytes = 0
        var isTooLarge = false
        let limit: Int

        init(limit: Int) { self.limit = limit }
    }

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_SSL)) == CURLE_OK

    /// Nil when libcurl cannot be used at all, for want of memory.
    init?(limit: Int) {
        guard CurlHandle.isReady, let handle = curl_easy_init() else { return nil }
        self.handle = handle
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        reception = Reception(limit: limit)
        let owner = Unmanaged.passUnretained(reception).toOpaque()
        set(CURLOPT_ERRORBUFFER, pointer: message)
        set(CURLOPT_WRITEDATA, pointer: owner)
        set(CURLOPT_HEADERDATA, pointer: owner)
        // Anything but the number of bytes ends the transfer.
        ambient_curl_set_writer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, owner in
            guard let bytes, let owner else { return 0 }
            let reception = Unmanaged<Reception>.fromOpaque(owner).takeUnretainedValue()
            let length = size * count
            guard length <= reception.limit - reception.body.count else {
                reception.isTooLarge = true
                return 0
            }
            reception.body += UnsafeRawBufferPointer(start: bytes, count: length)
            return length
        }
        ambient_curl_set_writer(handle, CURLOPT_HEADERFUNCTION) { _, size, count, owner in
            guard let owner else { return 0 }
            let reception = Unmanaged<Reception>.fromOpaque(owner).takeUnretainedValue()
            reception.headerBytes += size * count
            return reception.headerBytes <= HTTPLimits.headerBytes ? size * count : 0
        }
    }

    deinit {
        curl_easy_cleanup(handle)
        message.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) { ambient_curl_set_long(handle, option, value) }

    /// Sets a text, which libcurl copies.
    func set(_ option: CURLoption, _ value: String) { ambient_curl_set_text(handle, option, value) }

    private func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
        ambient_curl_set_pointer(handle, option, pointer)
    }

    func perform() -> CURLcode { curl_easy_perform(handle) }

    var body: [UInt8] { reception.body }
    var isTooLarge: Bool { reception.isTooLarge }
    var hasTooManyHeaders: Bool { reception.headerBytes > HTTPLimits.headerBytes }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ambient_curl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    /// A moment of the transfer in microseconds after its start; 0 when it never came.
    func microseconds(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return ambient_curl_get_time(handle, info, &value) == CURLE_OK ? Int(value) : 0
    }

    /// libcurl's own words for the last failure; empty where it has none.
    var detail: String {
        String(
            decoding: UnsafeBufferPointer(start: message, count: strnlen(message, Int(CURL_ERROR_SIZE)))
                .map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A header of the last answer, at most 200 bytes of it.
    func header(_ name: String) -> String? {
        var found: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &found) == CURLHE_OK,
            let value = found?.pointee.value
        else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: value, count: strnlen(value, 200))
                .map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
