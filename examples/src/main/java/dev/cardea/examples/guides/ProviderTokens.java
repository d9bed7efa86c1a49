package dev.cardea.examples.guides;

// sample
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.http.Form;
import dev.cardea.json.Claim;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Access tokens of one provider, for calls to its API. */
public final class ProviderTokens {
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final JdbcAdapter store;
    private final String provider;
    private final URI tokenEndpoint;
    private final String clientId;
    private final String clientSecret;
    private final Clock clock;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    public ProviderTokens(
            JdbcAdapter store, String provider, URI tokenEndpoint, String clientId, String clientSecret, Clock clock) {
        this.store = store;
        this.provider = provider;
        this.tokenEndpoint = tokenEndpoint;
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.clock = clock;
    }

    /** Returns a token that lasts another minute; empty if the user has to sign in with the provider again. */
    public synchronized Optional<String> of(String userId) throws IOException, InterruptedException {
        var found = store.listAccountsByUserId(userId).stream()
                .filter(account -> account.provider().equals(provider))
                .findFirst();
        if (found.isEmpty()) return Optional.empty();
        var account = found.get();
        var expires = account.expiresAt();
        boolean isFresh = expires == null || clock.instant().plus(MARGIN).getEpochSecond() < expires;
        if (isFresh) return Optional.ofNullable(account.accessToken());
        return account.refreshToken() == null ? Optional.empty() : refreshed(account, account.refreshToken());
    }

    private Optional<String> refreshed(Account account, String refreshToken) throws IOException, InterruptedException {
        var form = Form.encode(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
        var request = HttpRequest.newBuilder(tokenEndpoint)
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Basic " + credentials())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() == 400) return Optional.empty(); // the grant was withdrawn, or has expired
        if (response.statusCode() != 200)
            throw new IOException("the token endpoint returned status " + response.statusCode());
        var tokens = Json.parseObject(response.body(), Json.INBOUND_DEPTH);
        var stored = account.with("access_token", tokens.text("access_token"));
        var lifetime = tokens.get(Claim.number("expires_in"));
        if (lifetime.isPresent())
            stored = stored.with("expires_at", clock.instant().getEpochSecond() + lifetime.get());
        // Many providers replace the refresh token at each use.
        if (tokens.has("refresh_token")) stored = stored.with("refresh_token", tokens.text("refresh_token"));
        store.updateAccount(stored);
        return Optional.ofNullable(stored.accessToken());
    }

    private String credentials() {
        var pair = Form.encode(clientId) + ":" + Form.encode(clientSecret);
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
// end
