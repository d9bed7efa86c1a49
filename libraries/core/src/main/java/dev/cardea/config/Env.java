package dev.cardea.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Environment variables, read the way people mean them: an empty one is not set, and {@code false} is false. */
@FunctionalInterface
public interface Env {
    /**
     * The variables of the secret, the newest first. The last two are names of one secret: the second counts where the
     * first is not set.
     */
    List<String> SECRETS = List.of("AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET", "NEXTAUTH_SECRET");

    /** Returns the variable; {@code null} if it is not set, as {@link System#getenv(String)} does. */
    @Nullable String raw(String name);

    static Env system() {
        return System::getenv;
    }

    static Env of(Map<String, String> variables) {
        return Map.copyOf(variables)::get;
    }

    static Env none() {
        return name -> null;
    }

    /** The value, unless it is empty or blank. */
    default Optional<String> get(String name) {
        return Optional.ofNullable(raw(name)).filter(value -> !value.isBlank());
    }

    /** The first of several names that is set. */
    default Optional<String> first(String... names) {
        for (String name : names) {
            var value = get(name);
            if (value.isPresent()) return value;
        }
        return Optional.empty();
    }

    /** Returns the secrets that are set, the newest first: the one that signs and encrypts. */
    default List<String> secrets() {
        var secrets = new ArrayList<String>();
        for (var name : SECRETS.subList(0, 3)) get(name).ifPresent(secrets::add);
        first(SECRETS.get(3), SECRETS.get(4)).ifPresent(secrets::add);
        return List.copyOf(secrets);
    }

    /** {@code false}, {@code 0}, {@code no} and {@code off} are false in any case; any other text is true. */
    default Optional<Boolean> flag(String name) {
        return get(name).map(value -> switch (value.trim().toLowerCase(Locale.ROOT)) {
            case "false", "0", "no", "off" -> false;
            default -> true;
        });
    }
}
