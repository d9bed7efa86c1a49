package dev.cardea.internal.page;

/** What the page shows after a sign-in mail was sent. */
public record VerifyRequestView(String origin) {}
