package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.VerificationToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records of sign-in links, and used keys, each call on a connection. */
final class VerificationTokens implements ForwardingAdapter.VerificationTokens {
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final Connections connections;
    private final Clock clock;
    private volatile Instant nextSweep;

    /** @param nextSweep when a call removes expired keys for the first time */
    VerificationTokens(Connections connections, Clock clock, Instant nextSweep) {
        this.connections = connections;
        this.clock = clock;
        this.nextSweep = nextSweep;
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        return connections.each(
                "createVerificationToken", (tables, sql) -> tables.tokens().create(sql, token));
    }

    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return connections.each(
                "useVerificationToken", (tables, sql) -> tables.tokens().use(sql, identifier, token));
    }

    /** Needs the table {@code cardea_spent_token}, which only Cardea has. Removes expired keys from time to time. */
    @Override
    public boolean markUsed(String key, Instant expires) {
        return connections.each("markUsed", (tables, sql) -> {
            var now = clock.instant();
            if (now.isAfter(nextSweep)) {
                nextSweep = now.plus(BETWEEN_SWEEPS);
                tables.usedTokens().expired().some(sql, now, null);
            }
            return tables.usedTokens().markUsed(sql, key, expires);
        });
    }
}
