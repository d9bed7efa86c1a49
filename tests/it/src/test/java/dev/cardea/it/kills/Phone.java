package dev.cardea.it.kills;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;

/** An authenticator app that a user has connected (RFC 6238), and the recovery codes that came with it. */
record Phone(byte[] secret, List<String> recoveryCodes) {
    private static final Pattern KEY = Pattern.compile("secret=([A-Z2-7]{32})");
    private static final Pattern RECOVERY_CODE = Pattern.compile("\\b[0-9A-Z]{4}(-[0-9A-Z]{4}){5}\\b");
    private static final int PERIOD = 30;
    private static final int TRIES = 2;

    /** Connects the first app of a user, with the value of before: the present one is left for a sign-in. */
    static Phone connect(Account account) throws IOException {
        account.changes("security", Map.of("do", "totp"));
        var page = account.visitor().get("/auth/account/security").body();
        var key = KEY.matcher(page);
        if (!key.find()) throw new IOException("no key of an app: " + page);
        var secret = Base32.decode(key.group(1));
        for (int i = 0; i < TRIES; i++) {
            var code = value(secret, Instant.now().minusSeconds(PERIOD));
            var answer = account.post("account/security", Map.of("do", "confirm", "code", code, "name", "Phone"));
            if (answer.statusCode() == 200) return new Phone(secret, codes(answer.body()));
        }
        throw new IOException(account.address() + " can't connect an app");
    }

    private static List<String> codes(String page) {
        return RECOVERY_CODE
                .matcher(page.replaceAll("data:[^\"]*", ""))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** Returns what the app shows now. */
    String value() {
        return value(secret, Instant.now());
    }

    static String value(byte[] secret, Instant time) {
        try {
            var mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            var step = ByteBuffer.allocate(Long.BYTES).putLong(time.getEpochSecond() / PERIOD);
            var hash = mac.doFinal(step.array());
            int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & 0x7fffffff;
            return String.format("%06d", number % 1_000_000);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA1", e);
        }
    }
}
