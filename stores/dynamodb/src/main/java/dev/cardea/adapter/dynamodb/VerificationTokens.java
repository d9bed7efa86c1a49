package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.dynamodb.Items.Change;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The tokens behind email links, and used keys. */
final class VerificationTokens implements ForwardingAdapter.VerificationTokens {
    private final Items items;

    VerificationTokens(Items items) {
        this.items = items;
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        var row = Map.of(
                "identifier",
                AttributeValue.fromS(token.identifier()),
                "token",
                AttributeValue.fromS(token.token()),
                Attributes.EXPIRES,
                Attributes.seconds(token.expires()),
                "type",
                AttributeValue.fromS("VT"));
        var ignored = items.together(List.of(Change.put(key(token.identifier(), token.token()), row)));
        return token(row);
    }

    /** Empty without an identifier, which is part of the key. */
    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        if (identifier == null) return Optional.empty();
        var key = key(identifier, token);
        return items.retry(() -> {
            var was = items.get(key);
            if (was == null) return Optional.of(Optional.<VerificationToken>empty());
            return items.together(List.of(Change.delete(key, was)))
                    ? Optional.of(Optional.of(token(was)))
                    : Optional.empty();
        });
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        var row = Map.of(Attributes.EXPIRES, Attributes.seconds(expires), "type", AttributeValue.fromS("CARDEA"));
        var pointer = Pointers.usedToken(key);
        if (items.together(List.of(Change.putNew(pointer, row)))) return true;
        return items.retry(() -> {
            if (items.get(pointer) != null) return Optional.of(false);
            return items.together(List.of(Change.put(pointer, null, row))) ? Optional.of(true) : Optional.empty();
        });
    }

    private static Key key(String identifier, String token) {
        return new Key("VT#" + identifier, "VT#" + token);
    }

    private static VerificationToken token(Map<String, AttributeValue> row) {
        return new VerificationToken(
                Attributes.required(row, "identifier"), Attributes.required(row, "token"), Attributes.expires(row));
    }
}
