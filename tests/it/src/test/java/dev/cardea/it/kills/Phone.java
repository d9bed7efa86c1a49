package dev.cardea.it.kills;

import dev.cardea.testing.AuthenticatorApp;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An authenticator app that a user has connected, and the recovery codes that came with it. */
record Phone(AuthenticatorApp app, List<String> recoveryCodes) {
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
        var app = AuthenticatorApp.of(key.group(1));
        for (int i = 0; i < TRIES; i++) {
            var code = app.value(Instant.now().minusSeconds(PERIOD));
            var answer = account.post("account/security", Map.of("do", "confirm", "code", code, "name", "Phone"));
            if (answer.statusCode() == 200) return new Phone(app, codes(answer.body()));
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
        return app.value(Instant.now());
    }
}
