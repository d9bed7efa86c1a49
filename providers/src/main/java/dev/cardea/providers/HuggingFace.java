package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Hugging Face.
 *
 * <p>Create an OAuth app at https://huggingface.co/settings/applications/new. Callback address:
 * {@code /auth/callback/huggingface}. Variables: {@code AUTH_HUGGINGFACE_ID}, {@code AUTH_HUGGINGFACE_SECRET}.
 */
public final class HuggingFace {
    static final Brand BRAND = Brand.of(HuggingFace::provider)
            .note("Additional scopes such as `read-repos` or `inference-api` give access to repositories and "
                    + "inference; the parameter `orgIds` requests organisations.");

    private HuggingFace() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("huggingface", "Hugging Face")
                .defaultIssuer("https://huggingface.co")
                .checks(Check.STATE, Check.PKCE)
                .style(Style.of("#FFD21E"));
    }
}
