package dev.cardea.internal.page;

/**
 * What the page shows after a sign-in mail was sent.
 *
 * @param site where the site begins
 */
public record VerifyRequestView(String site) {}
