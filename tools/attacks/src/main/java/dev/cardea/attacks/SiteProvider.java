package dev.cardea.attacks;

/**
 * A provider of the site under attack.
 *
 * @param type {@code oauth}, {@code oidc}, {@code email}, {@code credentials} or {@code webauthn}
 * @param signInUrl the route that starts a sign-in, as the site names it
 */
record SiteProvider(String id, String name, String type, String signInUrl) {
    /** Returns whether it signs in to password accounts. */
    boolean isPassword() {
        return type.equals("credentials") && id.equals("password");
    }
}
