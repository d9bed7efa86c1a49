package dev.cardea.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * What the page shows to a visitor who may not see another page.
 *
 * @param site where the site begins
 * @param user the name or e-mail address of the user, empty if the user has none; {@code null} if the visitor is not
 *     signed in
 * @param signOutUrl where the user can change to another account
 */
public record ForbiddenView(String site, @Nullable String user, String signOutUrl) {}
