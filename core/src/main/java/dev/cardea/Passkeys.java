package dev.cardea;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.engine.PasskeyOwner;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.json.Claims;
import dev.cardea.model.UnlinkResult;
import dev.cardea.model.User;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists, names and deletes the passkeys of a signed-in user. The browser adds another one with
 * {@code webauthn-options/<provider>?action=register}.
 *
 * <pre>{@code
 * for (var passkey : auth.passkeys(request).orElseThrow().list()) …
 * }</pre>
 *
 * <p>For one request. The caller has made sure that a request that changes something comes from its own page. Ids are
 * those of the browser's JSON. Another user's passkey is treated as one that does not exist. Every method throws
 * {@link dev.cardea.error.AdapterException} where the store fails.
 */
public final class Passkeys {
    private static final int MAX_NAME = 100;

    private final Store store;
    private final LinkedAccounts ways;
    private final List<Provider> providers;
    private final Function<WebAuthnProvider, String> rpIds;
    private final User user;
    private final String userId;

    Passkeys(PasskeyOwner owner) {
        store = owner.store();
        ways = owner.linkedAccounts();
        providers = owner.providers();
        rpIds = owner.relyingPartyIds();
        user = owner.user();
        userId = Objects.requireNonNull(user.id());
    }

    /**
     * A passkey.
     *
     * @param provider the id of the provider that it signs in with
     * @param name as its owner called it; {@code null} where it has none
     * @param isSynced whether it may be on several devices
     * @param isBackedUp whether it survives the loss of one
     */
    public record Passkey(
            String id,
            String provider,
            @Nullable String name,
            @Nullable Instant createdAt,
            @Nullable Instant lastUsedAt,
            boolean isSynced,
            boolean isBackedUp) {}

    public List<Passkey> list() {
        return all().stream().map(Own::toPasskey).toList();
    }

    /**
     * Names one.
     *
     * @return whether the user has such a passkey
     * @throws AuthException of type {@code MissingAdapterMethods} where the store keeps no names
     */
    public boolean rename(String id, String name) {
        var text = name.strip();
        if (text.isEmpty() || text.length() > MAX_NAME) {
            throw new IllegalArgumentException("a passkey's name has 1 to " + MAX_NAME + " characters");
        }
        if (!store.has(PasskeyRecords.class)) {
            throw new AuthException(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    "the adapter keeps no names of passkeys; implement PasskeyRecords");
        }
        var own = find(id);
        if (own.isEmpty()) return false;
        var change = PasskeyChange.of(own.get().row.credentialID()).name(text);
        store.updatePasskey(change);
        return true;
    }

    /** Deletes a passkey, unless it is the user's last sign-in method: then nothing changes. */
    public UnlinkResult delete(String id) {
        return find(id).map(own -> ways.remove(user, own.provider.id(), own.row.providerAccountId()))
                .orElse(UnlinkResult.NOT_LINKED);
    }

    /** Deletes a passkey even if it is the last sign-in method that Cardea knows. */
    public UnlinkResult deleteEvenIfLast(String id) {
        return find(id).map(own -> ways.removeEvenIfLast(user, own.provider.id(), own.row.providerAccountId()))
                .orElse(UnlinkResult.NOT_LINKED);
    }

    /**
     * What authenticators may know of this user, as two lists: for {@code PublicKeyCredential.signalAllAcceptedCredentials}
     * and for {@code signalCurrentUserDetails}. Empty where the store has no {@link PasskeyRecords}.
     */
    public Claims signals() {
        var accepted = new ArrayList<Claims>();
        var details = new ArrayList<Claims>();
        byHandle().forEach((handle, owned) -> {
            var id = Claims.of("rpId", rpIds.apply(owned.get(0).provider)).with("userId", handle);
            accepted.add(id.with(
                    "allAcceptedCredentialIds", owned.stream().map(Own::id).toList()));
            var email = user.email();
            if (email != null) {
                var shown = user.name() == null ? email : user.name();
                details.add(id.with("name", email).with("displayName", shown));
            }
        });
        return Claims.of(
                        "allAcceptedCredentials",
                        accepted.stream().map(Claims::asMap).toList())
                .with("currentUserDetails", details.stream().map(Claims::asMap).toList());
    }

    private Map<String, List<Own>> byHandle() {
        var all = new LinkedHashMap<String, List<Own>>();
        for (var own : all()) {
            var handle = own.record.userHandle();
            if (handle == null) continue;
            all.computeIfAbsent(base64Url(handle.getBytes(StandardCharsets.UTF_8)), it -> new ArrayList<>())
                    .add(own);
        }
        return all;
    }

    private Optional<Own> find(String id) {
        return all().stream().filter(own -> own.id().equals(id)).findFirst();
    }

    /** A row with the provider that it signs in with; without its account it opens nothing and is none. */
    private record Own(AdapterAuthenticator row, WebAuthnProvider provider, PasskeyRecord record) {
        String id() {
            return base64Url(Base64.getDecoder().decode(row.credentialID()));
        }

        Passkey toPasskey() {
            return new Passkey(
                    id(),
                    provider.id(),
                    record.name(),
                    record.createdAt(),
                    record.lastUsedAt(),
                    row.credentialDeviceType().equals("multiDevice"),
                    row.credentialBackedUp());
        }
    }

    private List<Own> all() {
        var rows = store.listAuthenticatorsByUserId(userId);
        var known = new LinkedHashMap<String, PasskeyRecord>();
        if (store.has(PasskeyRecords.class)) {
            store.listPasskeysByUserId(userId).forEach(record -> known.put(record.credentialID(), record));
        }
        var all = new ArrayList<Own>();
        for (var row : rows) {
            var record = known.getOrDefault(row.credentialID(), PasskeyRecord.of(row.credentialID()));
            provider(row).ifPresent(provider -> all.add(new Own(row, provider, record)));
        }
        return all;
    }

    private Optional<WebAuthnProvider> provider(AdapterAuthenticator row) {
        return providers.stream()
                .filter(WebAuthnProvider.class::isInstance)
                .map(WebAuthnProvider.class::cast)
                .filter(provider -> store.getAccount(row.providerAccountId(), provider.id())
                        .filter(account -> userId.equals(account.userId()))
                        .isPresent())
                .findFirst();
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Without the address. */
    @Override
    public String toString() {
        return "Passkeys[" + userId + "]";
    }
}
