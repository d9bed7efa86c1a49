package dev.cardea.accounts;

import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.module.ModuleCookie;
import dev.cardea.module.SignInAttempt;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a visitor wants an email for: to sign up, or to set a new password. It stays in a sealed cookie of the browser that
 * asked until the mailbox is proven there, so nothing is stored for an address that someone merely typed.
 *
 * @param email in its normal form
 * @param hash of the password to store with a new user; {@code null} if the visitor has forgotten theirs
 * @param fields to store with a new user
 */
record Intention(String email, @Nullable String hash, Claims fields) {
    boolean isSignUp() {
        return hash != null;
    }

    /** @param cookie where intentions are kept */
    record Keeper(ModuleCookie cookie) {
        Cookie keep(Intention intention, boolean isHttps) {
            var content = Claims.of("email", intention.email)
                    .withPresent("hash", intention.hash)
                    .with("fields", intention.fields.asMap());
            return cookie.sealed(content, isHttps);
        }

        Cookie forget(boolean isHttps) {
            return cookie.deleted(isHttps);
        }

        /** Returns what the browser asked for; empty if it asked for nothing, or too long ago. */
        Optional<Intention> read(Map<String, String> cookies, boolean isHttps) {
            return cookie.open(cookies, isHttps).map(content -> {
                var fields = content.value("fields") instanceof Map<?, ?> map ? Claims.of(map) : Claims.NONE;
                return new Intention(String.valueOf(content.text("email")), content.text("hash"), fields);
            });
        }

        /** Returns the intention that this sign-in fulfils: it proves the very mailbox, which is its account. */
        Optional<Intention> of(SignInAttempt attempt) {
            if (!attempt.provesMailbox()) return Optional.empty();
            return read(attempt.cookies(), attempt.isHttps())
                    .filter(it -> it.email.equals(attempt.account().providerAccountId()));
        }
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "Intention[isSignUp " + isSignUp() + "]";
    }
}
