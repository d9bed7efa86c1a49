package dev.cardea.password;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.HttpHandler;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;

/** The sample of the guide. */
final class Sample {
    private Sample() {}

    static HttpHandler site(People people, AuthConfig.Builder config) {
        // sample
        var passwords = Passwords.standard();
        var credentials = CredentialsProvider.of(passwords.check(people::byName).whenOutdated(people::keepHash))
                .field("username", CredentialInput.text("User"))
                .field("password", CredentialInput.password("Password"));
        var auth = Auth.of(config.provider(credentials).session(SessionOptions.jwt()));
        // end
        return auth;
    }
}
