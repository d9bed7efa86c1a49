package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;

/**
 * An authenticator app that a user has connected.
 *
 * @param recoveryCodes that the user has saved; empty unless it was the first app
 */
record Phone(TestSite site, byte[] secret, List<String> recoveryCodes) {
    private static final TimeBasedOneTimePasswordGenerator VALUES = new TimeBasedOneTimePasswordGenerator();

    /** Connects an app in a browser whose user has just signed in. */
    static Phone connect(TestSite site, Browser browser) {
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var phone = scanned(site, browser, "/account/security");
        var page = phone.confirm(browser);
        return new Phone(site, phone.secret, codes(page));
    }

    /** Reads the key of an app that isn't connected yet. */
    static Phone scanned(TestSite site, Browser browser, String route) {
        var key = Json.parseObject(site.json(browser, route), 10).text("key");
        return new Phone(site, Base32.decode(Objects.requireNonNull(key).replace(" ", "")), List.of());
    }

    Page confirm(Browser browser) {
        return site.post(browser, "/account/security", Map.of("do", "confirm", "code", code(), "name", "Phone"));
    }

    static List<String> codes(Page page) {
        return page.document()
                .select(".codes")
                .text()
                .lines()
                .flatMap(it -> List.of(it.split(" ")).stream())
                .toList();
    }

    /** Returns what the app shows now. */
    String code() {
        try {
            return VALUES.generateOneTimePasswordString(new SecretKeySpec(secret, "HmacSHA1"), site.clock.instant());
        } catch (InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a value that wasn't shown before. */
    String nextCode() {
        site.clock.advance(Duration.ofSeconds(30));
        return code();
    }

    String wrongCode() {
        return code().equals("000000") ? "000001" : "000000";
    }

    Page enter(Browser browser, String code) {
        return site.post(browser, "/factor", Map.of("do", "totp", "code", code));
    }

    Page recover(Browser browser, String code) {
        return site.post(browser, "/factor", Map.of("do", "recovery", "code", code));
    }

    /** Returns a browser whose user has given the password, and nothing else yet. */
    Browser paused(String email, String password) {
        var browser = site.browser();
        site.signIn(browser, email, password);
        return browser;
    }

    static String url() {
        return AUTH + "/factor";
    }
}
