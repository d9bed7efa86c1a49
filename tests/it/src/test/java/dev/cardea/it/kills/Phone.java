package dev.cardea.it.kills;

import dev.cardea.testing.Require;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * An authenticator app that a user has connected, and the recovery codes that came with it. Its values are those of
 * {@code oathtool}.
 *
 * @param key in Base32
 */
record Phone(String key, List<String> recoveryCodes) {
    private static final Pattern KEY = Pattern.compile("secret=([A-Z2-7]{32})");
    private static final Pattern RECOVERY_CODE = Pattern.compile("\\b[0-9A-Z]{4}(-[0-9A-Z]{4}){5}\\b");
    private static final int PERIOD = 30;
    private static final int TRIES = 2;

    /** Connects the first app of a user, with the value of before: the present one is left for a sign-in. */
    static Phone connect(Account account) throws IOException {
        Require.program("oathtool");
        account.changes("security", Map.of("do", "totp"));
        var page = account.visitor().get("/auth/account/security").body();
        var key = KEY.matcher(page);
        if (!key.find()) throw new IOException("no key of an app: " + page);
        for (int i = 0; i < TRIES; i++) {
            var code = value(key.group(1), Instant.now().minusSeconds(PERIOD));
            var answer = account.post("account/security", Map.of("do", "confirm", "code", code, "name", "Phone"));
            if (answer.statusCode() == 200) return new Phone(key.group(1), codes(answer.body()));
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
        return value(key, Instant.now());
    }

    private static String value(String key, Instant time) {
        var now = "@" + time.getEpochSecond();
        return Processes.output(List.of("oathtool", "--totp", "--base32", "--now", now, key))
                .strip();
    }
}
