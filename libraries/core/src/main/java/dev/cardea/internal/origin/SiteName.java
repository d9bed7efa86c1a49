package dev.cardea.internal.origin;

import dev.cardea.http.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * What visitors know the site by, on pages, in mails and in passkeys.
 *
 * @param chosen {@code null}: its host
 */
public record SiteName(@Nullable String chosen) {
    /** @param address any of the site's own */
    public String at(String address) {
        return chosen == null ? WebUrl.parse(address).map(WebUrl::authority).orElse(address) : chosen;
    }
}
