package dev.cardea.provider;

import dev.cardea.model.ProviderType;
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

    /** What a provider id may look like: it stands in a path undecoded. */
    Pattern ID = Pattern.compile("[A-Za-z0-9._~-]+");
}
