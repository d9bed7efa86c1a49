package dev.cardea.limit;

import dev.cardea.cookie.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.net.IpAddress;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Secrets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whose budget it is, as the end of a key. Names of people are hashed with the secret: the store may be anybody's. */
final class Whose {
    /** Marks, controls and blanks. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{M}\\p{C}\\p{Z}\\s]");

    private static final Set<String> NAMING_TYPES = Set.of("text", "email", "tel", "search", "url", "number");

    private final Secrets secrets;
    private final int ipv6Prefix;

    Whose(Secrets secrets, int ipv6Prefix) {
        this.secrets = secrets;
        this.ipv6Prefix = ipv6Prefix;
    }

    /**
     * A client's network: one IPv4 address, or what one customer has of IPv6. Empty where the address is nobody's on the
     * Internet, for then it is a proxy's that we were not told of, and all visitors would share a budget.
     */
    Optional<String> client(Optional<IpAddress> address) {
        return address.filter(IpAddress::isPublic)
                .map(a -> a.length() == 32 ? a.toString() : a.network(ipv6Prefix) + "/" + ipv6Prefix);
    }

    /** A mailbox, by its address without a sub-address (RFC 5233): {@code ada+shop@example.com} is Ada's. */
    String mailbox(String normalized) {
        int plus = normalized.indexOf('+');
        int at = normalized.lastIndexOf('@');
        return hash(plus > 0 && plus < at ? normalized.substring(0, plus) + normalized.substring(at) : normalized);
    }

    /** The account that credentials are for; empty where none is named. */
    Optional<String> account(CredentialsProvider provider, Claims entered) {
        var name = provider.credentials().entrySet().stream()
                .filter(field -> isNaming(field.getValue()))
                .map(field -> folded(entered.value(field.getKey())))
                .collect(Collectors.joining("\n"));
        return name.isBlank() ? Optional.empty() : Optional.of(provider.id() + ":" + hash(name));
    }

    /** Not passwords, nor codes and ticks that would give one account many names. */
    private static boolean isNaming(CredentialInput input) {
        var attributes = input.attributes();
        return NAMING_TYPES.contains(attributes.getOrDefault("type", "text").toLowerCase(Locale.ROOT))
                && !attributes.getOrDefault("autocomplete", "").contains("one-time-code");
    }

    /** One spelling for all that a data base may take for the same name. */
    private static String folded(@Nullable Object value) {
        if (value == null) return "";
        var spelled = Normalizer.normalize(String.valueOf(value), Normalizer.Form.NFKD);
        return UNSEEN.matcher(spelled).replaceAll("").toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private String hash(String name) {
        return Hashes.sha256Hex(name + "\n" + secrets.joined());
    }
}
