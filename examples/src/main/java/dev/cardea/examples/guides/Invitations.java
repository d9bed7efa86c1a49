package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.model.EmailAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Admits invited addresses only. Keep them in a table instead of this set. */
public final class Invitations {
    private final Set<String> addresses = ConcurrentHashMap.newKeySet();

    public void invite(String address) {
        addresses.add(EmailAddress.normalize(address));
    }

    public Callbacks callbacks() {
        return Callbacks.DEFAULT.signIn(p -> Decision.allowIf(
                VerifiedAddress.of(p).filter(addresses::contains).isPresent()));
    }
}
// end
