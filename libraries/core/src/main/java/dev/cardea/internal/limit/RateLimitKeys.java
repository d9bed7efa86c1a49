package dev.cardea.internal.limit;

import dev.cardea.internal.cookie.Hashes;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.net.PublicAddresses;
import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the per-client and per-account part of a rate-limit key. Account names are hashed with the secret, because a
 * third party may operate the store.
 */
final class RateLimitKeys {
    private static final Set<String> GMAIL = Set.of("gmail.com", "googlemail.com");

    private final Secrets secrets;
    private final int ipv6Prefix;

    RateLimitKeys(Secrets secrets, int ipv6Prefix) {
        this.secrets = secrets;
        this.ipv6Prefix = ipv6Prefix;
    }

    /**
     * Returns the network of a client: one IPv4 address, or an IPv6 prefix of one customer. Empty if the address is not
     * public. Then it belongs to a proxy that is not configured, and all visitors would share one budget.
     */
    Optional<String> client(Optional<IpAddress> address) {
        return address.filter(PublicAddresses::contain)
                .map(a -> a.length() == 32 ? a.toString() : a.network(ipv6Prefix) + "/" + ipv6Prefix);
    }

    /**
     * Returns a mailbox by its address without a sub-address (RFC 5233): {@code ada+shop@example.com} belongs to Ada. Gmail
     * also ignores dots, and has two names for its domain. No other service of its size does.
     */
    String mailbox(String normalized) {
        int at = normalized.lastIndexOf('@');
        var domain = normalized.substring(at + 1);
        int plus = normalized.indexOf('+');
        var local = normalized.substring(0, plus > 0 && plus < at ? plus : Math.max(at, 0));
        return hash(GMAIL.contains(domain) ? local.replace(".", "") + "@gmail.com" : local + "@" + domain);
    }

    /** Returns the accounts that the credentials may be for; empty if they name none. */
    List<String> accounts(CredentialsProvider provider, Claims accepted) {
        return AccountName.in(provider, accepted).stream()
                .map(name -> provider.id() + ":" + hash(name))
                .sorted()
                .toList();
    }

    /** Returns an owner whom a module says. */
    String named(String owner) {
        return hash(owner);
    }

    private String hash(String name) {
        return Hashes.sha256Hex(name + "\n" + secrets.joined());
    }
}
