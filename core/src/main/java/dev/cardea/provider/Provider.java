package dev.cardea.provider;

import dev.cardea.model.ProviderType;
import java.util.Locale;
import java.util.regex.Pattern;

/** A sign-in method with its settings. Immutable. */
public sealed interface Provider permits OAuthProvider, EmailProvider, CredentialsProvider, WebAuthnProvider {
    /** Returns the id, which is unique among the providers and part of the routes. */
    String id();

    /** Returns the label on the sign-in page. */
    String name();

    ProviderType type();

    <R> R accept(Cases<R> cases);

    /** One branch for each kind of provider, so that a new kind does not compile until every decision handles it. */
    interface Cases<R> {
        R oauth(OAuthProvider provider);

        R email(EmailProvider provider);

        R credentials(CredentialsProvider provider);

        R webAuthn(WebAuthnProvider provider);
    }

    /**
     * Returns the name of the environment variable for a setting of a provider, such as {@code AUTH_GITHUB_SECRET}.
     *
     * @param what {@code ID}, {@code SECRET}, {@code ISSUER} or {@code KEY}
     */
    static String variable(String id, String what) {
        return "AUTH_" + id.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + what;
    }

    /** The form of a provider id, which appears undecoded in a path and in each line of a trace. */
    Pattern ID = Pattern.compile("(?!\\.{1,2}$|undefined$)[A-Za-z0-9._~-]{1,256}");
}
