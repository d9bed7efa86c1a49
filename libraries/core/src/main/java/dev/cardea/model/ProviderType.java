package dev.cardea.model;

/** How a provider authenticates a user (Auth.js: {@code ProviderType}). */
public enum ProviderType {
    OIDC("oidc"),
    OAUTH("oauth"),
    EMAIL("email"),
    CREDENTIALS("credentials"),
    WEBAUTHN("webauthn");

    private final String wire;

    ProviderType(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
