package dev.cardea;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.OwnAccount;
import dev.cardea.internal.engine.PasskeyOwner;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.json.Claims;
import dev.cardea.model.UnlinkResult;
import dev.cardea.model.User;
import dev.cardea.module.RouteRequest;
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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists, names and deletes the passkeys of a signed-in user. The browser adds another one with
 * {@code webauthn-options/<provider>?action=register}.
 *
 * <pre>{@code
 * for (var passkey : auth.passkeys(request).orElseThrow().list()) …
 * }</pre>
 *
 * <p>Valid for one request. IDs are those of the browser's JSON. A passkey of another user is treated as one that does
 * not exist. Every method throws {@link dev.cardea.error.AdapterException} if the store fails.
 *
 * <p><b>Security:</b> the methods do not check where the request comes from. Before a change, make sure that
 * {@link Auth#isSameOrigin} is {@code true}.
 */
public final class Passkeys {
    private static final int MAX_NAME = 100;
    private static final int MAX_ID = 1023;

    private final Store store;
    private final LinkedAccounts linkedAccounts;
    private final List<Provider> providers;
    private final Function<WebAuthnProvider, String> rpIds;
    private final User user;
    private final String userId;

    private Passkeys(PasskeyOwner owner) {
        store = owner.store();
        linkedAccounts = owner.linkedAccounts();
        providers = owner.providers();
        rpIds = owner.relyingPartyIds();
        user = owner.user();
        userId = Objects.requireNonNull(user.id());
    }

    static Optional<Passkeys> of(AuthEngine engine, Request request) {
        return engine.accountActions().ownPasskeys(request).map(Passkeys::new);
    }

    /**
     * Returns the passkeys of the user who is signed in, for a route of a module; empty if no user is signed in, or if the
     * store doesn't support passkeys.
     *
     * @throws IllegalArgumentException for a request that Cardea didn't make
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     */
    public static Optional<Passkeys> of(RouteRequest request) {
        return Accounts.own(request).flatMap(OwnAccount::passkeys).map(Passkeys::new);
    }

    /**
     * A passkey.
     *
     * @param id as in the browser's JSON, base64url
     * @param provider the id of the provider that it signs in with
     * @param name the name that its owner chose; {@code null} if it has none
     * @param createdAt {@code null} if unknown
     * @param lastUsedAt {@code null} if it was never used, or if that is unknown
     * @param isSynced whether it may be on several devices
     * @param isBackedUp whether it survives the loss of a device
     */
    public record Passkey(
            String id,
            String provider,
            @Nullable String name,
            @Nullable Instant createdAt,
            @Nullable Instant lastUsedAt,
            boolean isSynced,
            boolean isBackedUp) {}

    /** Returns the passkeys of the user that belong to a configured provider. */
    public List<Passkey> list() {
        return all(records()).stream().map(Own::toPasskey).toList();
    }

    /**
     * Renames a passkey.
     *
     * @param name 1 to 100 characters
     * @return whether the user has such a passkey
     * @throws IllegalArgumentException if the name is empty or too long
     * @throws AuthException of type {@code MissingAdapterMethods} if the store keeps no names
     */
    public boolean rename(String id, String name) {
        var text = name.strip();
        if (text.isEmpty() || text.length() > MAX_NAME) {
            throw new IllegalArgumentException("a passkey's name has 1 to " + MAX_NAME + " characters");
        }
        if (!store.has(PasskeyRecords.class)) {
            throw new AuthException(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    "the adapter doesn't store names of passkeys; implement PasskeyRecords");
        }
        var own = find(id);
        if (own.isEmpty()) return false;
        var change = PasskeyChange.of(own.get().row.credentialID()).name(text);
        store.updatePasskey(change);
        return true;
    }

    /** Deletes a passkey. If it is the user's last sign-in method, nothing changes. */
    public UnlinkResult delete(String id) {
        return delete(linkedAccounts, id);
    }

    /**
     * Deletes a passkey as {@link #delete(String)} does, in a unit of work: for a module that ends sessions with it, by
     * {@code RouteRequest.reopen}.
     */
    public UnlinkResult delete(Store unit, String id) {
        return delete(linkedAccounts.in(unit), id);
    }

    private UnlinkResult delete(LinkedAccounts accounts, String id) {
        return find(id).map(own -> accounts.remove(user, own.provider.id(), own.row.providerAccountId()))
                .orElse(UnlinkResult.NOT_LINKED);
    }

    /**
     * Returns whether a passkey is the user's last sign-in method, so that a page can say it before {@link #delete(String)}
     * refuses. Of a passkey that the user doesn't have, it is {@code false}.
     */
    public boolean isLast(String id) {
        return find(id).filter(own -> linkedAccounts.isLast(user, own.provider.id(), own.row.providerAccountId()))
                .isPresent();
    }

    /** Deletes a passkey even if it is the last sign-in method that Cardea knows. */
    public UnlinkResult deleteEvenIfLast(String id) {
        return find(id).map(
                        own -> linkedAccounts.removeEvenIfLast(user, own.provider.id(), own.row.providerAccountId()))
                .orElse(UnlinkResult.NOT_LINKED);
    }

    /**
     * Returns what the page tells authenticators about this user, as two lists: for {@code
     * PublicKeyCredential.signalAllAcceptedCredentials} and for {@code signalCurrentUserDetails}. Empty if the store
     * has no {@link PasskeyRecords}. The first list leaves out a user handle with a passkey of a provider that isn't
     * configured: authenticators remove what isn't on it, and another version of your site may have that provider.
     */
    public Claims signals() {
        var accepted = new ArrayList<Claims>();
        var details = new ArrayList<Claims>();
        var records = records();
        var all = all(records);
        var unclear = handlesOfOthers(records, all);
        byHandle(all).forEach((handle, owned) -> {
            var id = Claims.of("rpId", rpIds.apply(owned.get(0).provider)).with("userId", handle);
            if (!unclear.contains(handle)) {
                accepted.add(id.with(
                        "allAcceptedCredentialIds", owned.stream().map(Own::id).toList()));
            }
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

    /**
     * Returns the same for the page after {@link #delete(String)}, and a third list, for {@code signalUnknownCredential}: no
     * other signal is about the last passkey of a user. The third list is empty if the store still has the passkey, as one
     * without {@link PasskeyRecords} does, and for an ID that no passkey has. Pass only an ID that your application has just
     * deleted, never one from a URL: another site with the same {@code rpId} may have that passkey.
     */
    public Claims signals(String deletedId) {
        var unknown = decoded(deletedId).filter(this::isUnknown).map(Passkeys::base64Url).stream()
                .flatMap(id ->
                        webAuthn().map(it -> Claims.of("rpId", rpIds.apply(it)).with("credentialId", id)))
                .distinct()
                .map(Claims::asMap)
                .toList();
        return signals().with("unknownCredentials", unknown);
    }

    private boolean isUnknown(byte[] id) {
        return store.getAuthenticator(Base64.getEncoder().encodeToString(id)).isEmpty();
    }

    /** Without what no authenticator has made. */
    private static Optional<byte[]> decoded(String id) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(id)).filter(it -> it.length > 0 && it.length <= MAX_ID);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Map<String, List<Own>> byHandle(List<Own> owned) {
        var all = new LinkedHashMap<String, List<Own>>();
        for (var own : owned) {
            var handle = own.record.userHandle();
            if (handle != null)
                all.computeIfAbsent(encoded(handle), it -> new ArrayList<>()).add(own);
        }
        return all;
    }

    /** The user handles of passkeys that no configured provider signs in with. */
    private static Set<String> handlesOfOthers(Map<String, PasskeyRecord> records, List<Own> owned) {
        var others = new LinkedHashMap<>(records);
        owned.forEach(own -> others.remove(own.row.credentialID()));
        return others.values().stream()
                .flatMap(record -> Stream.ofNullable(record.userHandle()))
                .map(Passkeys::encoded)
                .collect(Collectors.toSet());
    }

    private static String encoded(String handle) {
        return base64Url(handle.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<Own> find(String id) {
        return all(records()).stream().filter(own -> own.id().equals(id)).findFirst();
    }

    /** A row with the provider that it signs in with. A row without an account is not a passkey of the user. */
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

    private Map<String, PasskeyRecord> records() {
        var known = new LinkedHashMap<String, PasskeyRecord>();
        if (store.has(PasskeyRecords.class)) {
            store.listPasskeysByUserId(userId).forEach(record -> known.put(record.credentialID(), record));
        }
        return known;
    }

    private List<Own> all(Map<String, PasskeyRecord> known) {
        var all = new ArrayList<Own>();
        for (var row : store.listAuthenticatorsByUserId(userId)) {
            var record = known.getOrDefault(row.credentialID(), PasskeyRecord.of(row.credentialID()));
            provider(row).ifPresent(provider -> all.add(new Own(row, provider, record)));
        }
        return all;
    }

    private Optional<WebAuthnProvider> provider(AdapterAuthenticator row) {
        return webAuthn()
                .filter(provider -> store.getAccount(row.providerAccountId(), provider.id())
                        .filter(account -> userId.equals(account.userId()))
                        .isPresent())
                .findFirst();
    }

    private Stream<WebAuthnProvider> webAuthn() {
        return providers.stream().filter(WebAuthnProvider.class::isInstance).map(WebAuthnProvider.class::cast);
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
