package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.jose.Hashes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Signs requests with Signature Version 4 of Amazon Web Services. The path must need no encoding, and the query must be
 * sorted. All headers are signed.
 */
record AwsSignature(String region, String service, String keyId, String secret) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** Returns the request with a date and its signature. */
    Request on(Request request, Instant now) {
        var time = TIME.format(now);
        var dated = request.header("x-amz-date", time);
        var headers = new TreeMap<String, String>();
        for (var field : dated.headers().fields()) {
            headers.put(field.name().toLowerCase(Locale.ROOT), field.value().strip());
        }
        var names = String.join(";", headers.keySet());
        var scope = time.substring(0, 8) + "/" + region + "/" + service + "/aws4_request";
        var toSign = ALGORITHM + "\n" + time + "\n" + scope + "\n" + Hashes.sha256Hex(canonical(dated, headers, names));
        var signature = HexFormat.of().formatHex(hmac(key(time.substring(0, 8)), toSign));
        return dated.header(
                "authorization",
                ALGORITHM + " Credential=" + keyId + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                        + signature);
    }

    private static String canonical(Request request, TreeMap<String, String> headers, String names) {
        var lines = headers.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining());
        return request.method() + "\n" + request.path() + "\n" + request.rawQuery() + "\n" + lines + "\n" + names + "\n"
                + Hashes.sha256Hex(request.body());
    }

    private byte[] key(String day) {
        var key = hmac(("AWS4" + secret).getBytes(StandardCharsets.UTF_8), day);
        return hmac(hmac(hmac(key, region), service), "aws4_request");
    }

    private static byte[] hmac(byte[] key, String text) {
        return Hashes.hmacSha256(Hashes.hmacKey(key), text);
    }

    @Override
    public String toString() {
        return "AwsSignature[" + keyId + "]";
    }
}
