package dev.cardea.testing;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a user granted a client, from the authorization request on.
 *
 * @param sid of the user's session at the provider; {@code null} if ID tokens have none
 * @param faults those that were set at the time, so that concurrent sign-ins do not disturb each other
 */
record OpGrant(
        Client client,
        String redirectUri,
        Person person,
        String scope,
        @Nullable String nonce,
        @Nullable String challenge,
        String challengeMethod,
        Instant authTime,
        @Nullable String sid,
        Set<Fault> faults) {
    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    boolean isOpenId() {
        return (" " + scope + " ").contains(" openid ");
    }

    boolean isOffline() {
        return (" " + scope + " ").contains(" offline_access ");
    }

    @Override
    public String toString() {
        return "OpGrant[" + client.id() + ", " + person.sub() + "]";
    }
}
