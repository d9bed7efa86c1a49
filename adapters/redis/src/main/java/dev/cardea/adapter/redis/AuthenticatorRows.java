package dev.cardea.adapter.redis;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Passkeys, and for each user a list of them, newest first. */
final class AuthenticatorRows {
    private static final Claim<Long> COUNTER = Claim.number("counter");
    private static final Claim<Boolean> BACKED_UP = Claim.bool("credentialBackedUp");
    private static final int TRIES = 1_000;

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;

    AuthenticatorRows(Commands commands, Keys keys) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
    }

    /** List, then row: a passkey that works can be found from its user, and deleted with them. */
    AdapterAuthenticator create(AdapterAuthenticator it) {
        changeList(it.userId(), ids -> {
            var longer = new ArrayList<>(ids);
            longer.remove(it.credentialID());
            longer.add(0, it.credentialID());
            return longer;
        });
        if (!rows.putNew(keys.authenticator(it.credentialID()), row(it), Commands.FOR_EVER)) {
            throw new IllegalStateException("there is an authenticator already");
        }
        return it;
    }

    Optional<AdapterAuthenticator> byId(String credentialID) {
        return rows.get(keys.authenticator(credentialID), isNamed(credentialID)).map(AuthenticatorRows::authenticator);
    }

    List<AdapterAuthenticator> byUser(String userId) {
        var names = list(commands.get(keys.authenticators(userId))).stream()
                .map(keys::authenticator)
                .toList();
        return rows.all(names, Rows.has("userId", userId).and(row -> row.text("credentialID") != null)).stream()
                .map(AuthenticatorRows::authenticator)
                .toList();
    }

    AdapterAuthenticator raiseCounter(String credentialID, long counter) {
        return rows.change(keys.authenticator(credentialID), isNamed(credentialID), row -> {
                    if (row.get(COUNTER).orElse(0L) > counter) {
                        throw new IllegalStateException("the authenticator's stored counter is higher");
                    }
                    return row.with("counter", counter);
                })
                .map(AuthenticatorRows::authenticator)
                .orElseThrow(() -> new IllegalStateException("there is no such authenticator"));
    }

    void deleteByUser(String userId) {
        for (var it : byUser(userId)) {
            rows.remove(keys.authenticator(it.credentialID()), Rows.has("userId", userId));
        }
        changeList(userId, ids -> List.of());
    }

    private void changeList(String userId, UnaryOperator<List<String>> change) {
        String key = keys.authenticators(userId);
        for (int i = 0; i < TRIES; i++) {
            var text = commands.get(key);
            var changed = change.apply(list(text));
            if (text == null) {
                if (changed.isEmpty() || commands.putNew(key, Json.print(changed), Commands.FOR_EVER)) return;
            } else if (changed.isEmpty()) {
                if (commands.remove(key, text)) return;
            } else if (commands.replace(key, text, Json.print(changed), Commands.FOR_EVER)) return;
        }
        throw new IllegalStateException("a list is changed by too many at once");
    }

    private static List<String> list(@Nullable String text) {
        if (text == null || !text.startsWith("[")) return List.of();
        try {
            var ids = new ArrayList<String>();
            if (Json.parse(text, Json.TRUSTED_DEPTH) instanceof List<?> values) {
                for (var value : values) if (value instanceof String id) ids.add(id);
            }
            return ids;
        } catch (JsonException e) {
            return List.of();
        }
    }

    private static Predicate<Claims> isNamed(String credentialID) {
        return Rows.has("credentialID", credentialID);
    }

    private static Claims row(AdapterAuthenticator it) {
        return Claims.of("credentialID", it.credentialID())
                .with("userId", it.userId())
                .with("providerAccountId", it.providerAccountId())
                .with("credentialPublicKey", it.credentialPublicKey())
                .with("counter", it.counter())
                .with("credentialDeviceType", it.credentialDeviceType())
                .with("credentialBackedUp", it.credentialBackedUp())
                .with("transports", it.transports());
    }

    private static AdapterAuthenticator authenticator(Claims row) {
        return new AdapterAuthenticator(
                required(row, "credentialID"),
                required(row, "userId"),
                required(row, "providerAccountId"),
                required(row, "credentialPublicKey"),
                row.get(COUNTER).orElse(0L),
                required(row, "credentialDeviceType"),
                row.get(BACKED_UP).orElse(false),
                row.text("transports"));
    }

    private static String required(Claims row, String field) {
        var text = row.text(field);
        if (text == null) throw new IllegalStateException("an authenticator needs the field " + field);
        return text;
    }
}
