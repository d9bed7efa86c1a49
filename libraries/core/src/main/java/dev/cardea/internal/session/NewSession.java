package dev.cardea.internal.session;

import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.StoredSession;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.observe.ClientNetwork;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session when it is opened. A strategy stores of it what it needs, and says by its own clock when the
 * session begins.
 *
 * @param isRegistered whether the sign-in found or stored the user; otherwise only the application knows whether the store
 *     has this user
 * @param provider its id
 * @param providerSub whom the ID token names; {@code null} without one
 * @param providerSid the session at the provider, if the ID token names one (OpenID Connect Back-Channel Logout, section 2.1)
 * @param client the client's address; {@code null} if it is unknown
 * @param userAgent as the client sent it
 * @param begun when the user signed in, if this session replaces another one; {@code null}: now
 */
public record NewSession(
        String userId,
        boolean isRegistered,
        String provider,
        @Nullable String providerSub,
        @Nullable String providerSid,
        @Nullable IpAddress client,
        @Nullable String userAgent,
        @Nullable Instant begun) {
    private static final int REDUCED_USER_AGENT = 200;

    /** Creates the facts of a sign-in. */
    public NewSession(
            String userId,
            boolean isRegistered,
            String provider,
            @Nullable String providerSub,
            @Nullable String providerSid,
            @Nullable IpAddress client,
            @Nullable String userAgent) {
        this(userId, isRegistered, provider, providerSub, providerSid, client, userAgent, null);
    }

    /** Returns the facts of a session that replaces another one. So its absolute age counts on. */
    public static NewSession replacing(StoredSession before, @Nullable IpAddress client, @Nullable String userAgent) {
        var record = before.record();
        if (record == null) return new NewSession(before.userId(), true, "", null, null, client, userAgent);
        return new NewSession(
                before.userId(),
                true,
                record.provider(),
                record.providerSub(),
                record.providerSid(),
                client,
                userAgent,
                record.begun());
    }

    Instant begunOr(Instant now) {
        return begun == null ? now : begun;
    }

    /** Returns what a store keeps of the session. */
    SessionRecord record(String id, boolean isStored, Instant now, Instant end, Devices devices) {
        return new SessionRecord(
                id,
                userId,
                isStored,
                begunOr(now),
                now,
                end,
                provider,
                providerSub,
                providerSid,
                client == null ? null : clientAs(client, devices),
                userAgent == null ? null : userAgentAs(userAgent, devices));
    }

    private static @Nullable String clientAs(IpAddress client, Devices devices) {
        return switch (devices) {
            case NONE -> null;
            case REDUCED -> ClientNetwork.of(client.toInetAddress()).toString();
            case FULL -> client.toString();
        };
    }

    /** Without control characters, which could break the page or the terminal that shows it. */
    private static @Nullable String userAgentAs(String userAgent, Devices devices) {
        if (devices == Devices.NONE) return null;
        var text = new StringBuilder();
        int most = devices == Devices.REDUCED ? REDUCED_USER_AGENT : SessionRecord.MAX_USER_AGENT;
        userAgent
                .codePoints()
                .filter(it -> !Character.isISOControl(it) && Character.getType(it) != Character.SURROGATE)
                .limit(most)
                .forEach(text::appendCodePoint);
        return text.toString();
    }
}
