package dev.cardea.internal.method.oauth;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.HttpHandler;
import dev.cardea.internal.observe.ObservedCallbacks;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.observe.Callback;
import dev.cardea.provider.OAuthProvider;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** Maps a verified profile and its tokens to a user and an account. */
final class IdentityMapper {
    private final OAuthProvider provider;
    private final OAuthSettings settings;
    private final HttpHandler http;

    IdentityMapper(OAuthProvider provider, OAuthSettings settings, HttpHandler http) {
        this.provider = provider;
        this.settings = settings;
        this.http = http;
    }

    /** Returns the verified profile, completed by the claims that only the answer has. */
    static Claims withAnswer(Claims verified, Claims answer) {
        var all = verified;
        for (var said : answer.asMap().entrySet()) {
            if (!all.has(said.getKey())) all = all.with(said.getKey(), said.getValue());
        }
        return all;
    }

    /** Who it is, the whole account, and the part of it that is stored. */
    record MappedIdentity(User user, Account account, Account stored) {}

    MappedIdentity of(Profile profile, TokenSet tokens) {
        try {
            var described = ObservedCallbacks.call(Callback.PROFILE, () -> provider.user(profile, tokens, http));
            var accountId = described.id();
            if (accountId == null || accountId.isEmpty()) {
                throw new IllegalStateException("the profile has no id, so the user could not sign in again");
            }
            return new MappedIdentity(
                    user(described, accountId), account(tokens, accountId), stored(tokens, accountId));
        } catch (RuntimeException e) {
            throw new AuthException(
                    ErrorType.OAUTH_PROFILE_PARSE_ERROR, "the profile could not be used", e, provider.id());
        }
    }

    private User user(User described, String accountId) {
        var claims = described.claims();
        // An address that is none, or several, could be taken for another user's.
        var email = described.email() == null ? null : EmailAddress.ofProvider(described.email());
        var id = settings.stored() ? settings.randomness().uuid() : derivedId(accountId);
        claims = claims.with("id", id);
        claims = email == null ? claims.without("email") : claims.with("email", email);
        return User.of(claims);
    }

    private Account account(TokenSet tokens, String accountId) {
        return Account.of(tokens.claims()
                .with("provider", provider.id())
                .with("type", provider.type().wire())
                .with("providerAccountId", accountId));
    }

    private Account stored(TokenSet tokens, String accountId) {
        var chosen = provider.stored(tokens);
        return Account.of(chosen.with("providerAccountId", accountId)
                .with("provider", provider.id())
                .with("type", provider.type().wire()));
    }

    /** Without a store: the same person gets the same id at each sign-in, and no id of another provider's equals it. */
    private String derivedId(String accountId) {
        byte[] id = provider.id().getBytes(StandardCharsets.UTF_8);
        byte[] account = accountId.getBytes(StandardCharsets.UTF_8);
        var input = ByteBuffer.allocate(4 + id.length + account.length)
                .putInt(id.length)
                .put(id)
                .put(account);
        byte[] hash = Arrays.copyOf(Hashes.sha256(input.array()), 16);
        hash[6] = (byte) ((hash[6] & 0x0f) | 0x80);
        hash[8] = (byte) ((hash[8] & 0x3f) | 0x80);
        var bits = ByteBuffer.wrap(hash);
        return new UUID(bits.getLong(), bits.getLong()).toString();
    }

    /** The token set with the moment at which its access token expires, in seconds since the epoch. */
    static Claims withExpiry(Claims tokens, long now) {
        var lifetime = tokens.get(Claim.decimal("expires_in")).orElse(0.0);
        return lifetime == 0 ? tokens : tokens.with("expires_at", now + (long) Math.floor(lifetime));
    }
}
