package dev.cardea.page;

/** What the page after a sign-in mail shows. */
public record VerifyRequestView(String origin) {}
