package dev.cardea.dev;

import dev.cardea.dev.DevFaults.Service;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProfileMapper;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts the faults in front of the callbacks of a configuration. What has them already stays as it is, because a builder
 * may build twice.
 */
record CallbackFaults(DevFaults faults) {
    /**
     * Returns callbacks with faults. Apart from {@code signIn}, a default cannot fail, so it gets none. A callback that
     * the site's own server runs is not called here.
     */
    Callbacks in(Callbacks own) {
        if (own.signIn() instanceof FaultyCallback) return own;
        var defaults = Callbacks.DEFAULT;
        boolean isJwtHere = own.jwt() != defaults.jwt() && !own.isJwtAtSite();
        boolean isSessionHere = own.session() != defaults.session() && !own.isSessionAtSite();
        return own.replaced(
                faulty(own.signIn(), Service.SIGN_IN),
                own.redirect() == defaults.redirect() ? own.redirect() : faulty(own.redirect(), Service.REDIRECT),
                isJwtHere ? faulty(own.jwt(), Service.JWT) : own.jwt(),
                isSessionHere ? faulty(own.session(), Service.SESSION) : own.session(),
                own.authorized() == defaults.authorized()
                        ? own.authorized()
                        : faulty(own.authorized(), Service.AUTHORIZED));
    }

    private <P, R extends @Nullable Object> Function<P, R> faulty(Function<P, R> callback, Service service) {
        return new FaultyCallback<>(callback, faults, service);
    }

    CredentialsProvider in(CredentialsProvider provider) {
        var authorize = provider.authorize();
        if (authorize == null || authorize instanceof FaultyAuthorize) return provider;
        return provider.authorize(new FaultyAuthorize(authorize, faults));
    }

    /** A provider whose profile has the names of OpenID Connect has no mapping. */
    OAuthProvider in(OAuthProvider provider) {
        var mapper = provider.profile();
        if (mapper.isEmpty() || mapper.get() instanceof FaultyMapper) return provider;
        return provider.profile(new FaultyMapper(mapper.get(), faults));
    }

    private record FaultyAuthorize(CredentialsProvider.Authorize authorize, DevFaults faults)
            implements CredentialsProvider.Authorize {
        @Override
        public Optional<User> authorize(Claims credentials, Request request) {
            faults.inCallback(Service.AUTHORIZE);
            return authorize.authorize(credentials, request);
        }
    }

    private record FaultyMapper(ProfileMapper mapper, DevFaults faults) implements ProfileMapper {
        @Override
        public User map(Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http) {
            faults.inCallback(Service.PROFILE);
            return mapper.map(profile, tokens, provider, http);
        }
    }
}
