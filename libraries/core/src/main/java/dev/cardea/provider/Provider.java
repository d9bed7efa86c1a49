package dev.cardea.provider;

import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.model.ProviderType;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A sign-in method with its settings. Immutable. */
public sealed interface Provider permits OAuthProvider, EmailProvider, CredentialsProvider, WebAuthnProvider {
    /** Returns the id, which is unique among the providers and part of the routes. */
    String id();

    /** Returns the label on the sign-in page. */
    String name();

    ProviderType type();

    /**
     * Returns what the site must still set so that users can sign in with this provider, with the variables that set it:
     * a client ID, a client secret, or the key of an email service. Empty if nothing is missing.
     */
    default List<Finding> missingCredentials() {
        return List.of();
    }

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
