package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the profile and the tokens of a sign-in. What is {@code null} follows the standard.
 *
 * @param idToken true: the ID token alone is the profile; false: the userinfo answer alone; {@code null}: the ID token,
 *     completed by userinfo
 * @param mapper makes the user from the profile
 * @param answerProfile what the authorization response adds to the profile
 * @param emailProof decides whether the address is verified
 * @param account chooses what of the tokens is stored
 */
record ProfileRules(
        @Nullable Boolean idToken,
        @Nullable ProfileMapper mapper,
        UnaryOperator<Claims> answerProfile,
        @Nullable EmailProof emailProof,
        @Nullable Function<TokenSet, @Nullable Claims> account) {
    static final ProfileRules STANDARD = new ProfileRules(null, null, params -> Claims.NONE, null, null);

    @Nullable Boolean emailVerified(Profile profile, ClientRegistration provider) {
        if (emailProof != null) return emailProof.isVerified(profile, provider);
        return profile.claims().has("email_verified") ? Boolean.TRUE.equals(profile.emailVerified()) : null;
    }

    User user(Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        return mapper == null ? Standard.user(profile.claims()) : mapper.map(profile, tokens, provider, http);
    }

    Claims stored(TokenSet tokens) {
        if (account == null) return Standard.stored(tokens.claims());
        var chosen = account.apply(tokens);
        return chosen == null ? Claims.NONE : chosen;
    }

    ProfileRules idToken(@Nullable Boolean value) {
        return new ProfileRules(value, mapper, answerProfile, emailProof, account);
    }

    ProfileRules mapper(@Nullable ProfileMapper value) {
        return new ProfileRules(idToken, value, answerProfile, emailProof, account);
    }

    ProfileRules answerProfile(UnaryOperator<Claims> value) {
        return new ProfileRules(idToken, mapper, value, emailProof, account);
    }

    ProfileRules emailProof(@Nullable EmailProof value) {
        return new ProfileRules(idToken, mapper, answerProfile, value, account);
    }

    ProfileRules account(@Nullable Function<TokenSet, @Nullable Claims> value) {
        return new ProfileRules(idToken, mapper, answerProfile, emailProof, value);
    }
}
