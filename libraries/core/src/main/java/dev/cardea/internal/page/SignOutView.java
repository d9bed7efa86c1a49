package dev.cardea.internal.page;

import org.jspecify.annotations.Nullable;

/** What the sign-out page shows. */
public record SignOutView(String formAction, @Nullable String csrfToken) {}
