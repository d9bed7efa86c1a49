package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.VerificationToken;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** The tokens behind email links, and used keys. */
final class VerificationTokens implements ForwardingAdapter.VerificationTokens {
    private final Rows rows;
    private final Rows usedTokens;

    VerificationTokens(Rows rows, Rows usedTokens) {
        this.rows = rows;
        this.usedTokens = usedTokens;
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        var row = new Document("identifier", token.identifier())
                .append("token", token.token())
                .append("expires", Documents.date(token.expires()));
        try {
            rows.insert(row);
        } catch (Rows.TakenKeyException e) {
            throw new DuplicateKeyException("there is such a verification token already", null);
        }
        return token(row);
    }

    /** Empty without an identifier, because no index leads to a token alone. */
    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        if (identifier == null) return Optional.empty();
        return rows.remove(and(eq("identifier", identifier), eq("token", token)))
                .map(VerificationTokens::token);
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        try {
            usedTokens.insert(new Document(Documents.ID, key).append("expires", Documents.date(expires)));
            return true;
        } catch (Rows.TakenKeyException e) {
            return false;
        }
    }

    private static VerificationToken token(Document row) {
        return new VerificationToken(
                row.getString("identifier"),
                row.getString("token"),
                Objects.requireNonNull(row.getDate("expires"), "a verification token needs the field expires")
                        .toInstant());
    }
}
