package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Single-use tokens: the rows behind email links, and used keys. Each use writes a random name into the row. A caller
 * recognizes its own use after a run with an unknown outcome, and two callers never both succeed.
 */
final class VerificationTokens implements ForwardingAdapter.VerificationTokens {
    private static final String CREATE = "update cardea_verification_token using ttl ? set expires = ?, used_by = ''"
            + " where identifier = ? and token_hash = ? if expires = null";
    private static final String REPLACE = "update cardea_verification_token using ttl ? set expires = ?, used_by = ''"
            + " where identifier = ? and token_hash = ? if expires = ?";
    private static final String SELECT =
            "select expires from cardea_verification_token where identifier = ? and token_hash = ?";
    private static final String USE = "update cardea_verification_token using ttl 3600 set expires = null, used_by = ?"
            + " where identifier = ? and token_hash = ? if expires = ? and used_by = ''";

    private static final String MARK_USED =
            "insert into cardea_spent_token (spent_key, spent_by) values (?, ?) if not exists using ttl ?";

    private static final int TRIES = 100;

    private final Commands commands;
    private final Expiry ends;
    private final Randomness randomness;

    VerificationTokens(Commands commands, Expiry ends, Randomness randomness) {
        this.commands = commands;
        this.ends = ends;
        this.randomness = randomness;
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken given) {
        Key.check(given.identifier(), given.token());
        var expires = Expiry.inMillis(given.expires());
        int seconds = ends.seconds(expires);
        var outcome = commands.decide(CREATE, seconds, expires, given.identifier(), given.token());
        for (int i = 0; i < TRIES && !outcome.isApplied(); i++) {
            var before = outcome.time("expires");
            if (expires.equals(before)) break;
            outcome = before == null
                    ? commands.decide(CREATE, seconds, expires, given.identifier(), given.token())
                    : commands.decide(REPLACE, seconds, expires, given.identifier(), given.token(), before);
        }
        return new VerificationToken(given.identifier(), given.token(), expires);
    }

    /** Empty without an identifier, which is part of the key. Who gets their name into the row has the token. */
    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        if (identifier == null) return Optional.empty();
        String name = randomness.uuid();
        var expires = expires(commands.row(SELECT, identifier, token));
        for (int i = 0; i < TRIES && expires.isPresent(); i++) {
            var outcome = commands.decide(USE, name, identifier, token, expires.get());
            if (outcome.isApplied() || outcome.has("used_by", name)) {
                return Optional.of(new VerificationToken(identifier, token, expires.get()));
            }
            expires = Optional.ofNullable(outcome.time("expires"));
        }
        return Optional.empty();
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        Key.check(key);
        String name = randomness.uuid();
        var outcome = commands.decide(MARK_USED, key, name, ends.secondsExactly(expires));
        return outcome.isApplied() || outcome.has("spent_by", name);
    }

    private static Optional<Instant> expires(@Nullable Row row) {
        return row == null ? Optional.empty() : Optional.ofNullable(row.getInstant("expires"));
    }
}
