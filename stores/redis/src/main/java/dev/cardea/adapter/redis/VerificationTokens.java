package dev.cardea.adapter.redis;

import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows behind email links, and used keys. */
final class VerificationTokens implements ForwardingAdapter.VerificationTokens {
    private static final Claim<Instant> EXPIRES = Claim.time("expires");

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Expiry expiry;

    VerificationTokens(Commands commands, Keys keys, Expiry expiry) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.expiry = expiry;
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken given) {
        var expires = Expiry.inMillis(given.expires());
        var row = Claims.of("identifier", given.identifier())
                .with("token", given.token())
                .with("expires", expires);
        rows.put(keys.verificationToken(given.identifier(), given.token()), row, expiry.keepMillis(expires));
        return new VerificationToken(given.identifier(), given.token(), expires);
    }

    /** Empty without an identifier, which is part of the key. Uses a token: of several concurrent callers, the one that removes the row has it. */
    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        if (identifier == null) return Optional.empty();
        var isMeant = Rows.has("identifier", identifier)
                .and(Rows.has("token", token))
                .and(row -> row.get(EXPIRES).isPresent());
        return rows.remove(keys.verificationToken(identifier, token), isMeant)
                .map(row -> new VerificationToken(
                        identifier, token, row.get(EXPIRES).orElseThrow()));
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return commands.putNew(keys.usedToken(key), "1", expiry.keepExactly(expires));
    }
}
