package dev.cardea.it;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Keycloak of this machine with one realm, as a child process. It forgets everything when it ends. */
final class Keycloak implements AutoCloseable {
    /** The resource lock of its tests: one process at a time can use the distribution. */
    static final String LOCK = "keycloak";

    /** The password of each user of the realm. */
    static final String PASSWORD = "correct horse";

    static final String CLIENT = "app";
    static final String CLIENT_SECRET = "a-client-secret-for-these-tests-only";

    private static final String REALM = "cardea";
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Process process;
    private final Remote remote;

    private Keycloak(Process process, Remote remote) {
        this.process = process;
        this.remote = remote;
    }

    /** Starts what the Maven profile has unpacked. */
    static Keycloak start() {
        var home = Path.of(System.getProperty("cardea.keycloak"));
        try {
            var realms = Files.createDirectories(home.resolve("data/import"));
            Files.copy(
                    Path.of("src/test/resources/keycloak/cardea-realm.json"),
                    realms.resolve("cardea-realm.json"),
                    StandardCopyOption.REPLACE_EXISTING);
            int port = FreePorts.one();
            var builder = new ProcessBuilder(List.of(
                            "/bin/sh",
                            home.resolve("bin/kc.sh").toString(),
                            "start-dev",
                            "--db=dev-mem",
                            "--import-realm",
                            "--http-host=127.0.0.1",
                            "--http-port=" + port,
                            "--http-management-port=" + FreePorts.one(),
                            "--cache=local"))
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolveSibling("keycloak.log").toFile());
            builder.environment()
                    .putAll(Map.of(
                            "KC_BOOTSTRAP_ADMIN_USERNAME", "admin",
                            "KC_BOOTSTRAP_ADMIN_PASSWORD", "admin",
                            "JAVA_OPTS_APPEND", "-Xmx512m",
                            "JAVA_HOME", System.getProperty("java.home")));
            var keycloak = new Keycloak(builder.start(), new Remote(port));
            keycloak.awaitReady();
            return keycloak;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://localhost:" + remote.port();
    }

    String issuer() {
        return url() + "/realms/" + REALM;
    }

    Remote remote() {
        return remote;
    }

    /** Brings a new signing key, and takes the old ones away. */
    void rotateKeys() {
        var token = adminToken();
        var realm = Json.parseObject(admin("GET", "", token, null).text(), 30).text("id");
        var keys = "/components?type=org.keycloak.keys.KeyProvider";
        var old = (List<?>) Json.parse(admin("GET", keys, token, null).text(), 30);
        var config = Map.of(
                "priority", List.of("200"),
                "enabled", List.of("true"),
                "active", List.of("true"),
                "algorithm", List.of("RS256"),
                "keySize", List.of("2048"));
        var fresh = Claims.of("name", "fresh-" + System.nanoTime())
                .with("providerId", "rsa-generated")
                .with("providerType", "org.keycloak.keys.KeyProvider")
                .with("parentId", realm)
                .with("config", config);
        admin("POST", "/components", token, fresh);
        for (var entry : old) {
            var component = Claims.of((Map<?, ?>) entry);
            if (!"rsa-generated".equals(component.text("providerId"))) continue;
            admin("DELETE", "/components/" + component.text("id"), token, null);
        }
    }

    /** Sends logout tokens of the client's sessions to an address, from then on. */
    void tellsOfLogouts(String address) {
        changeClient(
                Claims.NONE, Map.of("backchannel.logout.url", address, "backchannel.logout.session.required", "true"));
    }

    /** The client is another site, from then on. */
    void isForSite(String site) {
        changeClient(
                Claims.of("redirectUris", List.of(site + "/auth/callback/keycloak")),
                Map.of("post.logout.redirect.uris", site + "/auth/logout"));
    }

    private void changeClient(Claims settings, Map<String, String> attributes) {
        var token = adminToken();
        var client = found("/clients?clientId=" + CLIENT, token);
        var all = client.get(Claim.object("attributes")).orElse(Claims.NONE).withAll(Claims.of(attributes));
        admin(
                "PUT",
                "/clients/" + client.text("id"),
                token,
                client.withAll(settings).with("attributes", all.asMap()));
    }

    /** Ends all sessions of a user, as an administrator does. */
    void signOut(String username) {
        var token = adminToken();
        var user = found("/users?exact=true&username=" + username, token);
        admin("POST", "/users/" + user.text("id") + "/logout", token, null);
    }

    private Claims found(String path, String token) {
        var all = (List<?>) Json.parse(admin("GET", path, token, null).text(), 30);
        return Claims.of((Map<?, ?>) all.get(0));
    }

    private String adminToken() {
        var form = Map.of("grant_type", "password", "client_id", "admin-cli", "username", "admin", "password", "admin");
        var answer = remote.handle(Request.post(
                url() + "/realms/master/protocol/openid-connect/token",
                "application/x-www-form-urlencoded",
                Form.encode(form)));
        return Json.parseObject(answer.text(), 10).text("access_token");
    }

    private Response admin(String method, String path, String token, Claims body) {
        var request = Request.of(method, url() + "/admin/realms/" + REALM + path)
                .header("authorization", "Bearer " + token)
                .header("content-type", "application/json");
        var answer = remote.handle(body == null ? request : request.body(body.toJson()));
        if (answer.status() / 100 != 2) throw new IllegalStateException(method + " " + path + ": " + answer.text());
        return answer;
    }

    private void awaitReady() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            if (answers()) return;
            sleep();
        }
        close();
        throw new IllegalStateException("Keycloak did not start; see target/keycloak/keycloak.log");
    }

    private boolean answers() {
        try {
            var discovery = remote.handle(Request.get(issuer() + "/.well-known/openid-configuration"));
            return discovery.status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (process.waitFor(30, TimeUnit.SECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
