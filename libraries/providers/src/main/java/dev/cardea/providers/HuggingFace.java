package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Hugging Face.
 *
 * <p>Create an OAuth app at https://huggingface.co/settings/applications/new.
 *
 * <p>Redirect URI: {@code /auth/callback/huggingface}. Variables: {@code AUTH_HUGGINGFACE_ID},
 * {@code AUTH_HUGGINGFACE_SECRET}.
 */
public final class HuggingFace {
    static final Brand BRAND = Brand.of(HuggingFace::provider)
            .note("Add scopes such as `read-repos` or `inference-api` to use repositories and inference. "
                    + "The parameter `orgIds` requests access to organizations.");

    private HuggingFace() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("huggingface", "Hugging Face")
                .defaultIssuer("https://huggingface.co")
                .checks(Check.STATE, Check.PKCE)
                .style(Style.of("#FFD21E"));
    }
}
