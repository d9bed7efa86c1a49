package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.FixedRandomness;
import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** What is particular to this store; the promises that all adapters make are in the contract tests. */
@Tag("part")
@Tag("store")
class RedisAdapterTest extends OneNodeTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final String ODD_ID = "\"'\\u\u2028\uD83D\uDE00:*";
    private static final Instant DAY = NOW.plus(Duration.ofDays(1));
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private final FakeClock clock = FakeClock.at(NOW);
    private final RedisAdapter adapter = RedisAdapter.builder(client)
            .clock(clock)
            .randomness(FixedRandomness.of("redis"))
            .build();

    @Test
    void keys_that_Auth_js_wrote_are_read() {
        authJs("u1").forEach(client::set);

        var user = adapter.getUserByEmail("ada@example.com").orElseThrow();
        assertThat(user.id()).isEqualTo("u1");
        assertThat(user.emailVerified()).isEqualTo(NOW);
        assertThat(adapter.getUser("u1")).hasValue(user);
        assertThat(adapter.getUserByAccount("github", "42")).hasValue(user);
        assertThat(adapter.getAccount("42", "github").orElseThrow())
                .isEqualTo(account("u1", "github", "42").with("id_token", "it").with("session_state", "ss"));
        assertThat(adapter.getSessionAndUser("t1").orElseThrow().session())
                .isEqualTo(new AdapterSession("t1", "u1", Instant.parse("2026-12-24T18:30:15.123Z")));
        assertThat(adapter.useVerificationToken("ada@example.com", "c0ffee"))
                .hasValue(
                        new VerificationToken("ada@example.com", "c0ffee", Instant.parse("2026-01-31T12:15:00.123Z")));
        assertThat(adapter.listAuthenticatorsByUserId("u1"))
                .containsExactly(passkey("u1", "cred2"), passkey("u1", "a+b="));
    }

    @Test
    void a_session_record_and_its_user_are_read_in_one_command_on_one_node_and_in_two_on_a_cluster() {
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        adapter.registerSession(record("1", id(user), true));
        adapter.registerSession(record("2", id(user), false));
        adapter.registerSession(record("3", ODD_ID, true));
        var commands = InterruptedCommands.never(new JedisCommands(client));

        for (boolean isCluster : new boolean[] {false, true}) {
            int before = commands.steps();
            var counted = new RedisAdapter.Builder(commands, isCluster).build();
            assertThat(counted.getSessionRecord("1")).hasValue(new RecordAndUser(record("1", id(user), true), user));
            assertThat(commands.steps() - before).isEqualTo(isCluster ? 2 : 1);
            assertThat(counted.getSessionRecord("2")).hasValue(new RecordAndUser(record("2", id(user), false), null));
        }
        client.set("user:" + ODD_ID, Claims.of("id", ODD_ID).with("name", "Odd").toJson());
        assertThat(adapter.getSessionRecord("3").orElseThrow().user())
                .isEqualTo(adapter.getUser(ODD_ID).orElseThrow());
        client.set("cardea:record:4", "[1");
        assertThat(adapter.getSessionRecord("4")).isEmpty();
    }

    private static SessionRecord record(String id, String userId, boolean isStoredUser) {
        return new SessionRecord(id, userId, isStoredUser, NOW, NOW, DAY, "google", null, null, null, null);
    }

    @Test
    void keys_that_Auth_js_wrote_are_changed_and_deleted() {
        authJs("u1").forEach(client::set);
        adapter.updateUser(UserChange.of("u1").name("Countess"));
        adapter.updateAccount(Account.of("github", "42", ProviderType.OAUTH).with("access_token", "fresh"));
        adapter.updateSession(SessionChange.of("t1").expires(DAY));
        adapter.updateAuthenticatorCounter("a+b=", 8);

        var rows = keys("u1");
        assertThat(rows.get("user:USER")).asString().contains("\"name\":\"Countess\"");
        assertThat(rows.get("user:account:github:42")).asString().contains("\"access_token\":\"fresh\"");
        assertThat(rows.get("user:session:t1")).asString().contains("\"expires\":\"2026-02-01T12:00:00.123Z\"");
        assertThat(rows.get("authenticator:a+b=")).asString().contains("\"counter\":8");
        adapter.unlinkAccount("github", "42");
        adapter.useVerificationToken("ada@example.com", "c0ffee");
        adapter.deleteUser("u1");
        assertThat(client.keys("*")).isEmpty();
    }

    @Test
    void values_are_written_as_Auth_js_writes_them() {
        String id = everything();

        var ours = keys(id);
        ours.keySet().removeIf(key -> key.startsWith("cardea:"));
        var theirs = new TreeMap<>(authJs("USER"));
        assertThat(parsed(ours)).isEqualTo(parsed(theirs));
    }

    @Test
    void our_own_keys_all_begin_alike() {
        String id = everything();
        adapter.markUsed("jti", DAY);

        assertThat(client.keys("cardea:*"))
                .containsExactlyInAnyOrder("cardea:accounts:" + id, "cardea:sessions:" + id, "cardea:spent:jti");
    }

    @Test
    void a_prefix_stands_before_every_key() {
        var prefixed = RedisAdapter.builder(client).keyPrefix("app:").build();
        var user = prefixed.createUser(User.of(null, "Ada", "ada@example.com"));
        prefixed.createSession(new AdapterSession("t", String.valueOf(user.id()), DAY));

        assertThat(client.keys("*")).hasSize(5).allMatch(key -> key.startsWith("app:"));
        assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();
        prefixed.deleteUser(String.valueOf(user.id()));
        assertThat(client.keys("*")).isEmpty();
    }

    @Test
    void expired_rows_are_deleted_after_an_hour() {
        everything();
        adapter.markUsed("jti", DAY);
        String id = adapter.getUserByEmail("ada@example.com").orElseThrow().id();

        assertThat(client.pttl("user:session:t2")).isBetween(untilT2() - MINUTE, untilT2());
        assertThat(client.pttl("user:session:by-user-id:" + id)).isBetween(untilT2() - MINUTE, untilT2());
        assertThat(client.pttl("cardea:sessions:" + id)).isBetween(untilT2() - MINUTE, untilT2() + 1);
        assertThat(client.pttl("user:token:ada@example.com:c0ffee"))
                .isBetween(15 * 60_000 + HOUR - MINUTE, 15 * 60_000 + HOUR);
        assertThat(client.pttl("cardea:spent:jti")).isBetween(24 * HOUR - MINUTE, 24 * HOUR);
        assertThat(client.pttl("user:" + id)).isEqualTo(-1);
        assertThat(client.pttl("user:account:github:42")).isEqualTo(-1);
        assertThat(client.pttl("cardea:accounts:" + id)).isEqualTo(-1);
    }

    @Test
    void a_refresh_moves_the_end() {
        var session = session(ada(), "t");
        adapter.updateSession(SessionChange.of("t").expires(DAY.plus(Duration.ofDays(1))));

        assertThat(client.pttl("user:session:t")).isBetween(49 * HOUR - MINUTE, 49 * HOUR);
        assertThat(client.pttl("cardea:sessions:" + session.userId())).isBetween(49 * HOUR - MINUTE, 49 * HOUR + 1);
    }

    @Test
    void a_session_that_is_gone_leaves_the_list_when_another_begins() {
        var user = ada();
        adapter.createSession(new AdapterSession("short", id(user), NOW.plusSeconds(1)));
        clock.advance(Duration.ofHours(2));
        session(user, "long");

        assertThat(client.zrange("cardea:sessions:" + user.id(), 0, -1)).containsExactly("long");
    }

    @Test
    void times_beyond_what_Redis_can_count_are_far_enough() {
        adapter.createSession(new AdapterSession("t", id(ada()), Instant.parse("9999-12-31T23:59:59Z")));

        assertThat(client.pttl("user:session:t"))
                .isGreaterThan(Duration.ofDays(36_000).toMillis());
        assertThat(adapter.markUsed("k", Instant.MAX)).isTrue();
        assertThat(adapter.markUsed("k", Instant.MAX)).isFalse();
    }

    /** Auth.js leaves the pointer of the old address behind. */
    @Test
    void an_address_that_Auth_js_forgot_to_free_is_free() {
        var user = ada();
        client.set("user:email:old@example.com", id(user));
        client.set("user:email:gone@example.com", "unknown");

        assertThat(adapter.getUserByEmail("old@example.com")).isEmpty();
        assertThat(adapter.getUserByEmail("gone@example.com")).isEmpty();
        var other = plain().createUser(User.of(null, "Old", "old@example.com"));
        assertThat(adapter.getUserByEmail("old@example.com")).hasValue(other);
        plain().updateUser(UserChange.of(id(other)).email("gone@example.com"));
        assertThat(adapter.getUserByEmail("gone@example.com")).map(User::id).hasValue(other.id());
        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
    }

    /** Auth.js deletes a user and the last of the accounts; the others stay behind. */
    @Test
    void an_account_of_a_deleted_user_is_free() {
        authJs("u1").forEach(client::set);
        client.del("user:u1", "user:email:ada@example.com");
        var user = ada();

        adapter.linkAccount(account(id(user), "github", "42"));
        assertThat(adapter.getUserByAccount("github", "42")).hasValue(user);
    }

    @Test
    void a_session_that_Auth_js_began_comes_onto_the_list_when_it_is_refreshed() {
        authJs("u1").forEach(client::set);
        assertThat(adapter.listSessionsByUserId("u1"))
                .extracting(AdapterSession::sessionToken)
                .containsExactly("t2");
        adapter.updateSession(SessionChange.of("t1").expires(DAY));

        assertThat(adapter.listSessionsByUserId("u1"))
                .extracting(AdapterSession::sessionToken)
                .containsExactlyInAnyOrder("t1", "t2");
    }

    @Test
    void a_pointer_is_not_a_row() {
        String id = everything();

        assertThat(adapter.getUser("email:ada@example.com")).isEmpty();
        assertThat(adapter.getUser("session:t1")).isEmpty();
        assertThat(adapter.getUser("account:github:42")).isEmpty();
        assertThat(adapter.getSessionAndUser("by-user-id:" + id)).isEmpty();
        assertThat(adapter.deleteSession("by-user-id:" + id)).isEmpty();
        assertThat(adapter.getAuthenticator("by-user-id:" + id)).isEmpty();
        adapter.deleteUser("email:ada@example.com");
        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
    }

    @Test
    void malformed_Unicode_does_not_match_its_replacement() {
        adapter.createUser(User.of(null, "Ada", "?@example.com"));
        adapter.createVerificationToken(new VerificationToken("?", "?", DAY));

        assertThat(adapter.getUserByEmail("\uD800@example.com")).isEmpty();
        assertThat(adapter.useVerificationToken("\uD800", "?")).isEmpty();
        assertThat(adapter.useVerificationToken("?", "?")).isPresent();
    }

    @Test
    void sessions_and_links_are_distinguished_by_all_parts_of_their_names() {
        session(ada(), "?");
        adapter.createVerificationToken(new VerificationToken("a", "?", DAY));

        assertThat(adapter.getSessionAndUser("\uD800")).isEmpty();
        assertThat(adapter.useVerificationToken("a", "\uD800")).isEmpty();
    }

    @Test
    void a_creation_that_is_refused_leaves_nothing() {
        ada();
        var before = client.keys("*");

        assertThatThrownBy(() -> plain().createUser(User.of(null, "Eve", "ada@example.com")))
                .hasMessage("there is a user with this email address already");
        assertThat(client.keys("*")).isEqualTo(before);
    }

    /** As a link that was refused leaves it. */
    @Test
    void an_account_on_the_wrong_list_stays_with_its_user() {
        var user = ada();
        var other = plain().createUser(User.of(null, "Bob", "bob@example.com"));
        adapter.linkAccount(account(id(other), "github", "1"));
        client.zadd("cardea:accounts:" + user.id(), Double.POSITIVE_INFINITY, "github:1");
        adapter.deleteUser(id(user));

        assertThat(adapter.getUserByAccount("github", "1")).hasValue(other);
    }

    @Test
    void units_of_work_need_all_keys_in_one_place() {
        var commands = new JedisCommands(client);
        assertThat(adapter).isInstanceOf(UnitOfWork.class);
        assertThat(new RedisAdapter.Builder(commands, true).build()).isNotInstanceOf(UnitOfWork.class);
        for (var prefix : List.of("{}:", "a{}b{c}", "{a", "a}")) {
            assertThat(new RedisAdapter.Builder(commands, true)
                            .keyPrefix(prefix)
                            .build())
                    .as(prefix)
                    .isNotInstanceOf(UnitOfWork.class);
        }
        for (var prefix : List.of("{a}", "app:{a}:", "{a}{")) {
            assertThat(new RedisAdapter.Builder(commands, true)
                            .keyPrefix(prefix)
                            .build())
                    .as(prefix)
                    .isInstanceOf(UnitOfWork.class);
        }
    }

    @Test
    void rows_that_are_damaged_are_absent() {
        client.set("user:1", "{\"id\":\"1\"");
        client.set("user:session:t", "{\"sessionToken\":\"t\",\"userId\":\"1\",\"expires\":\"soon\"}");
        client.set("user:token:a:b", "{\"identifier\":\"a\",\"token\":\"b\"}");

        assertThat(adapter.getUser("1")).isEmpty();
        assertThat(adapter.getSessionAndUser("t")).isEmpty();
        assertThat(adapter.useVerificationToken("a", "b")).isEmpty();
        assertThat(client.keys("*")).hasSize(3);
    }

    @Test
    void members_of_the_application_travel_with_the_user() {
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com")
                .with("logins", 3)
                .with("score", 1.5)
                .with("active", true)
                .with("createdAt", NOW)
                .with("tags", List.of("a", "b")));

        assertThat(user.get(Claim.number("logins"))).hasValue(3L);
        assertThat(user.get(Claim.time("createdAt"))).hasValue(NOW);
        assertThat(user.get(Claim.list("tags"))).hasValue(List.of("a", "b"));
        assertThat(adapter.getUser(id(user))).hasValue(user);
    }

    @Test
    void a_session_and_its_user_are_two_commands_and_a_link_is_used_by_two() {
        var session = session(ada(), "t");
        adapter.createVerificationToken(new VerificationToken("a", "b", DAY));
        var commands = InterruptedCommands.never(new JedisCommands(client));
        var counted = RedisAdapter.builder(commands).build();

        assertThat(counted.getSessionAndUser(session.sessionToken())).isPresent();
        assertThat(commands.steps()).isEqualTo(2);
        assertThat(counted.useVerificationToken("a", "b")).isPresent();
        assertThat(commands.steps()).isEqualTo(4);
    }

    @Test
    void an_account_of_an_unknown_user_is_rejected_but_a_session_is_not() {
        assertThatThrownBy(() -> adapter.linkAccount(account("unknown", "github", "1")))
                .hasMessage("there is no such user");
        assertThat(adapter.createSession(new AdapterSession("t", "elsewhere", DAY))
                        .userId())
                .isEqualTo("elsewhere");
        assertThat(adapter.getSessionAndUser("t")).isEmpty();
        assertThat(adapter.updateSession(SessionChange.of("t"))).isPresent();
    }

    @Test
    void two_processes_share_one_store() {
        adapter.createVerificationToken(new VerificationToken("a", "hash", DAY));

        assertThat(plain().useVerificationToken("a", "hash")).isPresent();
        assertThat(adapter.useVerificationToken("a", "hash")).isEmpty();
        var later = Instant.now().plus(Duration.ofDays(1));
        assertThat(plain().markUsed("k", later)).isTrue();
        assertThat(adapter.markUsed("k", later)).isFalse();
    }

    @Test
    void a_store_that_is_down_throws_and_works_again_when_it_is_back() {
        try (var mortal = RedisServer.start();
                var connected = mortal.client()) {
            var there = RedisAdapter.of(connected);
            there.check();
            mortal.kill();
            assertThatThrownBy(() -> there.getUser("1"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasCauseInstanceOf(JedisException.class);
            assertThatThrownBy(there::check).isInstanceOf(StoreUnavailableException.class);

            mortal.open();
            there.check();
            assertThat(there.getUser("1")).isEmpty();
        }
    }

    @Test
    void a_store_that_became_a_replica_is_unavailable_for_changes_until_it_is_the_primary_again() {
        try (var mortal = RedisServer.start();
                var connected = mortal.client();
                var operator = new Jedis(mortal.address())) {
            var there = RedisAdapter.of(connected);
            var user = there.createUser(User.of(null, "Ada", "ada@example.com"));
            operator.replicaof("127.0.0.1", FreePorts.one());

            assertThatThrownBy(() -> there.createUser(User.of(null, "Bob", "bob@example.com")))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> ((UnitOfWork) there)
                            .inUnit(unit -> ((RedisAdapter) unit)
                                    .updateUser(UserChange.of(id(user)).name("Bill"))))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(connected.getPool().getNumIdle()).isZero();
            operator.replicaofNoOne();
            assertThat(there.updateUser(UserChange.of(id(user)).name("Bill")).name())
                    .isEqualTo("Bill");
        }
    }

    @Test
    void ids_of_users_come_from_the_given_randomness() {
        assertThat(ada().id()).isEqualTo(FixedRandomness.of("redis").uuid());
    }

    /** The same that the recorded keys hold. */
    private String everything() {
        String id = id(adapter.createUser(User.of("proposed", "Ada", "ada@example.com")
                .with("emailVerified", NOW)
                .with("image", null)));
        adapter.linkAccount(account(id, "github", "42").with("id_token", "it").with("session_state", "ss"));
        adapter.linkAccount(Account.of("google", "7", ProviderType.OIDC).with("userId", id));
        adapter.createSession(new AdapterSession("t1", id, Instant.parse("2026-12-24T18:30:15.123Z")));
        adapter.createSession(new AdapterSession("t2", id, Instant.parse("2027-01-31T23:59:59.999Z")));
        adapter.createVerificationToken(
                new VerificationToken("ada@example.com", "c0ffee", Instant.parse("2026-01-31T12:15:00.123Z")));
        adapter.createAuthenticator(passkey(id, "a+b="));
        adapter.createAuthenticator(passkey(id, "cred2"));
        return id;
    }

    private static long untilT2() {
        return Duration.between(NOW, Instant.parse("2027-01-31T23:59:59.999Z")).toMillis() + HOUR;
    }

    private static Account account(String userId, String provider, String accountId) {
        return Account.of(provider, accountId, ProviderType.OAUTH)
                .with("userId", userId)
                .with("access_token", "at")
                .with("refresh_token", "rt")
                .with("expires_at", 1_800_000_000)
                .with("token_type", "bearer")
                .with("scope", "user");
    }

    private static AdapterAuthenticator passkey(String userId, String credential) {
        return new AdapterAuthenticator(credential, userId, credential, "key", 7, "multiDevice", true, "usb,ble");
    }

    /** Recorded from Auth.js's own adapters. */
    private static Map<String, String> authJs(String userId) {
        try (var file = RedisAdapterTest.class.getResourceAsStream("auth-js.json")) {
            var recorded = new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("USER", userId);
            var keys = new TreeMap<String, String>();
            Json.parseObject(recorded, Json.TRUSTED_DEPTH)
                    .get(Claim.object("keys"))
                    .orElseThrow()
                    .asMap()
                    .forEach((key, value) -> keys.put(key, String.valueOf(value)));
            return keys;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What Redis has, with the id of the user replaced as in the recording. */
    private Map<String, String> keys(String userId) {
        var all = new TreeMap<String, String>();
        for (var key : client.keys("*")) {
            boolean isText = client.type(key).equals("string");
            all.put(key.replace(userId, "USER"), isText ? client.get(key).replace(userId, "USER") : "");
        }
        return all;
    }

    /** Ignores the order of members. */
    private static Map<String, Object> parsed(Map<String, String> keys) {
        var all = new TreeMap<String, Object>();
        keys.forEach((key, text) -> all.put(
                key, text.startsWith("{") ? Json.parseObject(text, Json.TRUSTED_DEPTH) : Claims.of("text", text)));
        return all;
    }

    private RedisAdapter plain() {
        return RedisAdapter.of(client);
    }

    private User ada() {
        return adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }

    private AdapterSession session(User user, String token) {
        return adapter.createSession(new AdapterSession(token, id(user), DAY));
    }
}
