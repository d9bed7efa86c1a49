package dev.cardea.adapter.redis;

import dev.cardea.adapter.VerificationToken;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Optional;

/** The rows behind e-mail links. */
final class VerificationTokens {
    private static final Claim<Instant> EXPIRES = Claim.time("expires");

    private final Rows rows;
    private final Keys keys;
    private final Expiry expiry;

    VerificationTokens(Commands commands, Keys keys, Expiry expiry) {
        this.rows = new Rows(commands);
        this.keys = keys;
        this.expiry = expiry;
    }

    VerificationToken create(VerificationToken given) {
        var expires = Expiry.inMillis(given.expires());
        var row = Claims.of("identifier", given.identifier())
                .with("token", given.token())
                .with("expires", expires);
        rows.put(keys.verificationToken(given.identifier(), given.token()), row, expiry.keepMillis(expires));
        return new VerificationToken(given.identifier(), given.token(), expires);
    }

    /** Uses a token: of several concurrent callers, the one that removes the row has it. */
    Optional<VerificationToken> use(String identifier, String token) {
        var isMeant = Rows.has("identifier", identifier)
                .and(Rows.has("token", token))
                .and(row -> row.get(EXPIRES).isPresent());
        return rows.remove(keys.verificationToken(identifier, token), isMeant)
                .map(row -> new VerificationToken(
                        identifier, token, row.get(EXPIRES).orElseThrow()));
    }
}
