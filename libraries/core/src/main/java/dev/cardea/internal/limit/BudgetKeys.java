package dev.cardea.internal.limit;

import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.net.PublicAddresses;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.token.Secrets;
import java.util.List;
import java.util.Optional;

/**
 * Builds the per-client and per-account part of a rate-limit key. Account names are hashed with the secret, because a
 * third party may operate the store.
 */
final class BudgetKeys {
    private final Secrets secrets;
    private final int ipv6Prefix;

    BudgetKeys(Secrets secrets, int ipv6Prefix) {
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

    String mailbox(String normalized) {
        return hash(Mailbox.of(normalized));
    }

    /** Returns the accounts that the credentials may be for; empty if they name none. */
    List<String> accounts(AccountName accountName, Claims accepted) {
        return accountName.in(accepted).stream()
                .map(name -> accountName.provider().id() + ":" + hash(name))
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
