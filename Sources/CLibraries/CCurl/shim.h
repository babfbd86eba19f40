#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call.
static inline CURLcode ambient_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ambient_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ambient_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ambient_curl_set_writer(
    CURL *handle, CURLoption option, size_t (*writer)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, writer);
}

static inline CURLcode ambient_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ambient_curl_get_text(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ambient_curl_get_time(CURL *handle, CURLINFO info, curl_off_t *microseconds) {
    return curl_easy_getinfo(handle, info, microseconds);
}
