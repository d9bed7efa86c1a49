package dev.cardea.accounts;

import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Step.PasswordHash.Algorithm;
import dev.cardea.password.Passwords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a line describes a user. It is exact: what isn't understood would be lost.
 *
 * @param normalizer of email addresses; throws for one that can't be used
 * @param hasPasswords whether users of this site can have one
 * @param keepsUnverified whether the store remembers which accounts came with an address that isn't verified
 */
record ImportFormat(
        UnaryOperator<String> normalizer, Passwords passwords, boolean hasPasswords, boolean keepsUnverified) {
    private static final Set<String> USER =
            Set.of("email", "emailVerified", "name", "image", "passwordHash", "createdAt", "fields", "accounts");

    private static final Set<String> ACCOUNT = Set.of("provider", "providerAccountId", "type");
    private static final Set<String> RESERVED =
            Set.of("id", "email", "emailVerified", "name", "image", "passwordHash", "accounts");
    /** What Django stores for a user without a password. */
    private static final Pattern UNUSABLE = Pattern.compile("!([A-Za-z0-9]{40})?");

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

    /** Says what is wrong with a line, and nothing of its values. */
    static final class FormatException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FormatException(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * Reads a line.
     *
     * @param now when the address was verified, if the line doesn't tell
     * @throws FormatException if the line is wrong
     */
    ImportedUser read(String line, Instant now) {
        var all = object(line);
        requireKnown(all, USER);
        var created = time(all, "createdAt", now).orElse(now);
        var verified = verified(all, created, now);
        var hash = text(all, "passwordHash");
        var kind =
                hash == null || UNUSABLE.matcher(hash).matches() ? Optional.<String>empty() : Optional.of(kind(hash));
        var accounts = accounts(all.value("accounts"));
        if (verified == null && !accounts.isEmpty() && !keepsUnverified) {
            throw new FormatException(
                    "has accounts and an unverified address, which this store can't tell apart later");
        }
        var profile = Claims.NONE
                .withPresent("name", optional(all, "name"))
                .withPresent("image", optional(all, "image"))
                .withAll(fields(all.value("fields")));
        return new ImportedUser(email(all), verified, profile, hash, kind, accounts);
    }

    private static Claims object(String line) {
        try {
            return Json.parseObject(line, Json.INBOUND_DEPTH);
        } catch (JsonException e) {
            throw new FormatException("isn't a JSON object");
        }
    }

    private static void requireKnown(Claims object, Set<String> known) {
        for (var name : object.asMap().keySet()) {
            if (!known.contains(name)) throw new FormatException("has an unknown field" + shown(name));
        }
    }

    /** A name that isn't one may be anything, such as a hash. */
    private static String shown(String name) {
        return NAME.matcher(name).matches() ? " " + name : "";
    }

    private String email(Claims all) {
        var email = text(all, "email");
        if (email == null) throw new FormatException("has no email");
        try {
            return normalizer.apply(email);
        } catch (RuntimeException e) {
            throw new FormatException("has an email that isn't an email address");
        }
    }

    private static @Nullable Instant verified(Claims all, Instant whenTrue, Instant now) {
        var value = all.value("emailVerified");
        if (value == null || Boolean.FALSE.equals(value)) return null;
        if (Boolean.TRUE.equals(value)) return whenTrue.truncatedTo(ChronoUnit.MILLIS);
        return time(all, "emailVerified", now).orElse(null);
    }

    private static Optional<Instant> time(Claims all, String name, Instant now) {
        var value = all.value(name);
        if (value == null) return Optional.empty();
        var time = value instanceof String text ? IsoTime.parse(text) : Optional.<Instant>empty();
        if (time.isEmpty()) throw new FormatException("has a wrong " + name + ": a time is like 2026-11-01T12:00:00Z");
        if (time.get().isAfter(now)) throw new FormatException("has a wrong " + name + ": it is in the future");
        return time.map(it -> it.truncatedTo(ChronoUnit.MILLIS));
    }

    private String kind(String hash) {
        if (!hasPasswords) throw new FormatException("has a passwordHash, but this site has no password accounts");
        return passwords
                .algorithm(hash)
                .map(Algorithm::label)
                .orElseThrow(() -> new FormatException("has a passwordHash that Cardea can't read"));
    }

    private static Claims fields(@Nullable Object value) {
        var fields = Claims.NONE;
        if (value == null) return fields;
        if (!(value instanceof Map<?, ?> map)) throw new FormatException("has fields that aren't a JSON object");
        for (var field : Claims.of(map).asMap().entrySet()) {
            var name = field.getKey();
            if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
                throw new FormatException("has a field in fields with a name that can't be used" + shown(name));
            }
            var it = field.getValue();
            if (it instanceof Map || it instanceof List) {
                throw new FormatException("has a field in fields that isn't text, a number, true or false: " + name);
            }
            if (it != null) fields = fields.with(name, it instanceof String text ? plain(text, name) : it);
        }
        return fields;
    }

    private static List<Account> accounts(@Nullable Object value) {
        if (value == null) return List.of();
        if (!(value instanceof List<?> list)) throw new FormatException("has accounts that aren't a list");
        var accounts = new ArrayList<Account>();
        for (var each : list) {
            if (!(each instanceof Map<?, ?> map)) throw new FormatException("has an account that isn't a JSON object");
            accounts.add(account(Claims.of(map)));
        }
        return accounts;
    }

    private static Account account(Claims it) {
        requireKnown(it, ACCOUNT);
        var provider = text(it, "provider");
        var id = text(it, "providerAccountId");
        if (provider == null || id == null)
            throw new FormatException("has an account without provider and providerAccountId");
        var type = text(it, "type");
        if (type == null || type.equals(ProviderType.OIDC.wire())) return Account.of(provider, id, ProviderType.OIDC);
        if (type.equals(ProviderType.OAUTH.wire())) return Account.of(provider, id, ProviderType.OAUTH);
        throw new FormatException("has an account with another type than oidc and oauth");
    }

    private static @Nullable String optional(Claims all, String name) {
        return "".equals(all.value(name)) ? null : text(all, name);
    }

    private static @Nullable String text(Claims all, String name) {
        var value = all.value(name);
        if (value == null) return null;
        if (value instanceof String text && !text.isBlank()) return plain(text, name);
        throw new FormatException("has a wrong " + name + ": it must be text");
    }

    private static String plain(String text, String name) {
        if (AccountCall.storable(text).equals(text)) return text;
        throw new FormatException("has a control character in " + name);
    }
}
