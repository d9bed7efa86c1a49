package dev.cardea.provider;

import dev.cardea.model.ProviderType;
import java.util.Locale;
import java.util.regex.Pattern;

/** One way to sign in. A value: immutable, shared freely. */
public sealed interface Provider permits OAuthProvider, EmailProvider, CredentialsProvider, WebAuthnProvider {
    /** Unique among the providers, and part of the URL. */
    String id();

    /** The label on the sign-in page. */
    String name();

    ProviderType type();

    <R> R accept(Cases<R> cases);

    /** One branch for each kind of provider; a new kind does not compile until it has a home. */
    interface Cases<R> {
        R oauth(OAuthProvider provider);

        R email(EmailProvider provider);

        R credentials(CredentialsProvider provider);

        R webAuthn(WebAuthnProvider provider);
    }

    /**
     * The environment variable that says something of a provider, such as {@code AUTH_GITHUB_SECRET}.
     *
     * @param what {@code ID}, {@code SECRET}, {@code ISSUER} or {@code KEY}
     */
    static String variable(String id, String what) {
        return "AUTH_" + id.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + what;
    }

    /** What a provider id may look like: it stands in a path undecoded. */
    Pattern ID = Pattern.compile("(?!\\.{1,2}$|undefined$)[A-Za-z0-9._~-]+");
}
