package dev.cardea.hooks;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Mail;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.provider.WebAuthnProvider;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Providers whose functions the application answers. What it leaves to the provider stays the provider's. */
final class HookProviders implements Provider.Cases<Provider> {
    private final HookCallbacks callbacks;
    private final Predicate<String> mayAnswer;

    /** @param mayAnswer whether the application may answer a callback, by its name */
    HookProviders(HookCallbacks callbacks, Predicate<String> mayAnswer) {
        this.callbacks = callbacks;
        this.mayAnswer = mayAnswer;
    }

    @Override
    public Provider oauth(OAuthProvider own) {
        return own.profile((profile, tokens, provider, http) -> user(own, profile, tokens, http))
                .account(tokens -> stored(own, tokens));
    }

    @Override
    public Provider email(EmailProvider own) {
        var sent = own.sender(new HookSender(own));
        if (own.generateVerificationToken() != null) return sent.generateVerificationToken(() -> token(own));
        return sent.generateVerificationToken(() -> token(own), () -> mayAnswer.test("generateVerificationToken"));
    }

    @Override
    public Provider credentials(CredentialsProvider own) {
        // What a provider withholds stays in this process.
        if (!own.withheld().isEmpty()) return own;
        return own.authorize(callbacks.authorize(own.id()));
    }

    @Override
    public Provider webAuthn(WebAuthnProvider own) {
        return own;
    }

    private User user(OAuthProvider own, Profile profile, TokenSet tokens, HttpHandler http) {
        var params = Claims.of("provider", own.id())
                .with("profile", profile.claims())
                .with("tokens", tokens.claims());
        var answer = callbacks.ask("profile", params);
        if (answer.isDefault()) return own.user(profile, tokens, http);
        if (answer.result() instanceof Map<?, ?> user) return User.of(HookParams.withTextId(Claims.of(user)));
        throw HookCallbacks.wrong("profile", "an object with an id");
    }

    private Claims stored(OAuthProvider own, TokenSet tokens) {
        var answer = callbacks.ask("account", Claims.of("provider", own.id()).with("tokens", tokens.claims()));
        if (answer.isDefault()) return own.stored(tokens);
        if (answer.result() == null) return Claims.NONE;
        if (answer.result() instanceof Map<?, ?> account) return Claims.of(account);
        throw HookCallbacks.wrong("account", "an object or null");
    }

    /** Asks the application to send, and else lets the provider send. */
    private final class HookSender implements EmailProvider.Sender {
        private final EmailProvider own;

        HookSender(EmailProvider own) {
            this.own = own;
        }

        @Override
        public void send(VerificationRequest request) {
            if (callbacks.ask("sendVerificationRequest", HookParams.of(request)).isDefault()) {
                own.sender().send(request);
            }
        }

        @Override
        public boolean send(Mail mail, EmailSettings provider) {
            return !callbacks.ask("sendMail", HookParams.of(mail, provider)).isDefault()
                    || own.sender().send(mail, provider);
        }
    }

    private @Nullable String token(EmailProvider own) {
        var answer = callbacks.ask("generateVerificationToken", Claims.of("provider", own.id()));
        if (answer.isDefault()) {
            var code = own.generateVerificationToken();
            return code == null ? null : code.get();
        }
        if (answer.result() == null) return null;
        if (answer.result() instanceof String token && !token.isEmpty()) return token;
        throw HookCallbacks.wrong("generateVerificationToken", "a text that is not empty, or null");
    }
}
