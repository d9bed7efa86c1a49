package dev.cardea.adapter.jdbc;

import static dev.cardea.adapter.jdbc.AuthJsAdapter.call;
import static dev.cardea.adapter.jdbc.AuthJsAdapter.date;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One database under an adapter of Auth.js and ours at the same time: what either writes, the other reads. */
@Tag("node")
@Tag("part")
abstract class InterchangeTest {
    /** A whole second, for some columns hold no more. */
    private static final Instant SOON =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(7, ChronoUnit.DAYS);

    private static final Instant VERIFIED = Instant.parse("2026-03-29T02:30:00.123Z");

    private final Database database;
    private final AuthJsAdapter theirs;
    private final JdbcAdapter ours;

    InterchangeTest(Database database, String file, String kind) {
        this.database = database;
        theirs = new AuthJsAdapter(kind, database.plainUrl());
        database.executeFile(file);
        ours = JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
    }

    /** Whether theirs knows passkeys. */
    boolean hasPasskeys() {
        return true;
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void rows_of_Auth_js_are_read() {
        String id = text(
                theirs.answers(List.of(call(
                                "createUser",
                                Map.of(
                                        "id",
                                        "0d0f6c3e-2b9a-4c1e-9d7f-0f1e2d3c4b5a",
                                        "name",
                                        "Ada \uD83D\uDE00",
                                        "email",
                                        "ada@example.com",
                                        "image",
                                        "a.png",
                                        "emailVerified",
                                        date(VERIFIED)))))
                        .get(0),
                "id");
        var calls = new ArrayList<List<Object>>();
        calls.add(call(
                "linkAccount",
                of(
                        "userId", number(id),
                        "type", "oidc",
                        "provider", "google",
                        "providerAccountId", "42",
                        "access_token", "at",
                        "refresh_token", "rt",
                        "id_token", "it",
                        "expires_at", 1_800_000_000,
                        "token_type", "bearer",
                        "scope", "openid email",
                        "session_state", "s")));
        calls.add(call(
                "createSession", of("sessionToken", "their-session", "userId", number(id), "expires", date(SOON))));
        calls.add(call(
                "createVerificationToken",
                of("identifier", "ada@example.com", "token", "hash", "expires", date(SOON))));
        if (hasPasskeys()) {
            calls.add(call(
                    "createAuthenticator",
                    of(
                            "credentialID", "credential",
                            "userId", id,
                            "providerAccountId", "42",
                            "credentialPublicKey", "key",
                            "counter", 7,
                            "credentialDeviceType", "multiDevice",
                            "credentialBackedUp", true,
                            "transports", "usb,ble")));
        }
        assertThat(theirs.answers(calls)).noneMatch(InterchangeTest::failed);

        var user = ours.getUser(id).orElseThrow();
        assertThat(user.name()).isEqualTo("Ada \uD83D\uDE00");
        assertThat(user.email()).isEqualTo("ada@example.com");
        assertThat(user.emailVerified()).isEqualTo(VERIFIED);
        assertThat(user.image()).isEqualTo("a.png");
        assertThat(ours.getUserByEmail("ada@example.com")).hasValue(user);
        assertThat(ours.getUserByAccount("google", "42")).hasValue(user);
        var account = ours.getAccount("42", "google").orElseThrow();
        assertThat(account.userId()).isEqualTo(id);
        assertThat(account.type()).isEqualTo("oidc");
        assertThat(account.accessToken()).isEqualTo("at");
        assertThat(account.refreshToken()).isEqualTo("rt");
        assertThat(account.idToken()).isEqualTo("it");
        assertThat(account.expiresAt()).isEqualTo(1_800_000_000L);
        assertThat(account.tokenType()).isEqualTo("bearer");
        assertThat(account.scope()).isEqualTo("openid email");
        assertThat(ours.listAccountsByUserId(id)).containsExactly(account);
        var session = ours.getSessionAndUser("their-session").orElseThrow();
        assertThat(session.session()).isEqualTo(new AdapterSession("their-session", id, SOON));
        assertThat(session.user()).isEqualTo(user);
        if (hasPasskeys()) {
            assertThat(ours.getAuthenticator("credential"))
                    .hasValue(
                            new AdapterAuthenticator("credential", id, "42", "key", 7, "multiDevice", true, "usb,ble"));
        }
        assertThat(ours.useVerificationToken("ada@example.com", "hash"))
                .hasValue(new VerificationToken("ada@example.com", "hash", SOON));
        assertThat(ours.deleteSession("their-session")).isPresent();
        assertThat(theirs.answers(List.of(
                        call("useVerificationToken", of("identifier", "ada@example.com", "token", "hash")),
                        call("getSessionAndUser", "their-session"))))
                .containsOnlyNulls();
    }

    @Test
    void rows_of_Cardea_are_read_by_Auth_js() {
        var user = ours.createUser(User.of(null, "Bob \uD83D\uDE00", "bob@example.com")
                .with("emailVerified", VERIFIED)
                .with("image", "b.png"));
        String id = Objects.requireNonNull(user.id());
        ours.linkAccount(Account.of("github", "7", ProviderType.OAUTH)
                .with("userId", id)
                .with("access_token", "at")
                .with("expires_at", 1_800_000_000)
                .with("token_type", "bearer"));
        ours.createSession(new AdapterSession("our-session", id, SOON));
        ours.createVerificationToken(new VerificationToken("bob@example.com", "our-hash", SOON));
        ours.createVerificationToken(new VerificationToken("bob@example.com", "spent", SOON));
        assertThat(ours.useVerificationToken("bob@example.com", "spent")).isPresent();
        var calls = new ArrayList<List<Object>>();
        calls.add(call("getUser", id));
        calls.add(call("getUserByEmail", "bob@example.com"));
        calls.add(call("getUserByAccount", of("provider", "github", "providerAccountId", "7")));
        calls.add(call("getSessionAndUser", "our-session"));
        calls.add(call("useVerificationToken", of("identifier", "bob@example.com", "token", "our-hash")));
        calls.add(call("useVerificationToken", of("identifier", "bob@example.com", "token", "spent")));
        calls.add(call("updateSession", of("sessionToken", "our-session", "expires", date(SOON.plusSeconds(60)))));
        calls.add(call("updateUser", of("id", number(id), "name", "Bobby")));
        if (hasPasskeys()) {
            ours.createAuthenticator(
                    new AdapterAuthenticator("our-credential", id, "7", "key", 1, "singleDevice", false, null));
            calls.add(call("getAuthenticator", "our-credential"));
            calls.add(call("listAuthenticatorsByUserId", id));
            calls.add(call("updateAuthenticatorCounter", "our-credential", 9));
            calls.add(call("getAccount", "7", "github"));
        }
        var answers = theirs.answers(calls);

        for (var found : List.of(answers.get(0), answers.get(1), answers.get(2))) {
            assertThat(text(found, "id")).isEqualTo(id);
            assertThat(value(found, "name")).isEqualTo("Bob \uD83D\uDE00");
            assertThat(value(found, "email")).isEqualTo("bob@example.com");
            assertThat(value(found, "image")).isEqualTo("b.png");
            assertThat(time(found, "emailVerified")).isEqualTo(VERIFIED);
        }
        var session = value(answers.get(3), "session");
        assertThat(value(session, "sessionToken")).isEqualTo("our-session");
        assertThat(text(session, "userId")).isEqualTo(id);
        assertThat(time(session, "expires")).isEqualTo(SOON);
        assertThat(text(value(answers.get(3), "user"), "id")).isEqualTo(id);
        assertThat(value(answers.get(4), "token")).isEqualTo("our-hash");
        assertThat(time(answers.get(4), "expires")).isEqualTo(SOON);
        assertThat(answers.get(5)).isNull();
        if (hasPasskeys()) {
            assertThat(value(answers.get(8), "credentialPublicKey")).isEqualTo("key");
            assertThat(value(answers.get(8), "credentialBackedUp")).isEqualTo(false);
            assertThat((List<?>) answers.get(9)).hasSize(1);
            assertThat(text(answers.get(10), "counter")).isEqualTo("9");
            assertThat(value(answers.get(11), "access_token")).isEqualTo("at");
            assertThat(text(answers.get(11), "expires_at")).isEqualTo("1800000000");
            assertThat(ours.getAuthenticator("our-credential").orElseThrow().counter())
                    .isEqualTo(9);
        }
        assertThat(ours.useVerificationToken("bob@example.com", "our-hash")).isEmpty();
        var refreshed = ours.getSessionAndUser("our-session").orElseThrow();
        assertThat(refreshed.session().expires()).isEqualTo(SOON.plusSeconds(60));
        assertThat(refreshed.user().name()).isEqualTo("Bobby");
        ours.updateSession(SessionChange.of("our-session").expires(SOON.plusSeconds(120)));
        ours.updateUser(UserChange.of(id).name("Bob"));
        var last =
                theirs.answers(List.of(call("getSessionAndUser", "our-session"), call("deleteSession", "our-session")));
        assertThat(time(value(last.get(0), "session"), "expires")).isEqualTo(SOON.plusSeconds(120));
        assertThat(value(value(last.get(0), "user"), "name")).isEqualTo("Bob");
        assertThat(ours.getSessionAndUser("our-session")).isEmpty();
    }

    /** The ids that a database counts are numbers to them. */
    Object number(String id) {
        return id;
    }

    private static boolean failed(Object answer) {
        return answer instanceof Map<?, ?> map && map.containsKey("$error");
    }

    private static Object value(Object row, String name) {
        assertThat(row).as(name + " of").isInstanceOf(Map.class);
        return ((Map<?, ?>) row).get(name);
    }

    private static String text(Object row, String name) {
        return String.valueOf(value(row, name));
    }

    private static Instant time(Object row, String name) {
        return Instant.parse(text(value(row, name), "$date"));
    }

    private static Map<String, Object> of(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) map.put((String) pairs[i], pairs[i + 1]);
        return map;
    }
}
