package dev.cardea.adapter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** What is particular to this store; the promises that all adapters make are in the contract tests. */
@Tag("store")
class DynamoAdapterTest {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00.123Z");

    private static Dynamo dynamo;
    private static DynamoDbClient client;
    private static DynamoAdapter adapter;

    @BeforeAll
    static void open() throws Exception {
        dynamo = Dynamo.start();
        client = dynamo.client();
        adapter = Sample.store(client);
    }

    @AfterAll
    static void close() throws Exception {
        if (dynamo != null) dynamo.close();
    }

    @BeforeEach
    void empty() {
        for (var item : rows()) {
            client.deleteItem(it -> it.tableName("people").key(Map.of("pk", item.get("pk"), "sk", item.get("sk"))));
        }
    }

    @Test
    void a_table_is_made_once_with_index_and_end() {
        var lines = new CopyOnWriteArrayList<String>();
        DynamoAdapter.builder(client).table("fresh").build().createSchema(lines::add);
        DynamoAdapter.builder(client).table("fresh").build().createSchema(lines::add);

        assertThat(lines).containsExactly("created the table fresh", "expired items are deleted by their expires");
        var table = client.describeTable(it -> it.tableName("fresh")).table();
        assertThat(table.globalSecondaryIndexes())
                .extracting(it -> it.indexName())
                .containsExactly("GSI1");
        assertThat(client.describeTimeToLive(it -> it.tableName("fresh"))
                        .timeToLiveDescription()
                        .attributeName())
                .isEqualTo("expires");
    }

    @Test
    void a_check_throws_where_the_table_is_missing() {
        adapter.check();

        assertThatThrownBy(DynamoAdapter.builder(client).table("nowhere").build()::check)
                .isInstanceOf(ResourceNotFoundException.class);
    }

    /** Everything that belongs to the user is deleted, in any amount. */
    @Test
    void with_a_user_everything_of_theirs_goes() {
        String id = id(ada());
        for (int i = 0; i < 60; i++) adapter.createSession(new AdapterSession("t" + i, id, LATER));
        for (int i = 0; i < 30; i++) adapter.linkAccount(account(id, "github", "" + i));
        adapter.createAuthenticator(new AdapterAuthenticator("c", id, "c", "key", 1, "multiDevice", true, null));
        adapter.deleteUser(id);

        assertThat(rows()).isEmpty();
    }

    @Test
    void a_failed_creation_leaves_nothing() {
        ada();
        var before = rows();

        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada@example.com")))
                .hasMessage("there is a user with this email address already")
                .hasNoCause();
        assertThat(rows()).hasSameElementsAs(before);
    }

    @Test
    void a_unit_changes_nothing_before_its_end() {
        adapter.inUnit(it -> {
            var unit = (DynamoAdapter) it;
            String id = id(unit.createUser(User.of(null, "Ada", "ada@example.com")));
            unit.linkAccount(account(id, "github", "1"));
            unit.createSession(new AdapterSession("t", id, LATER));
            unit.createVerificationToken(new VerificationToken("a", "b", LATER));
            unit.createAuthenticator(new AdapterAuthenticator("c", id, "c", "key", 1, "multiDevice", true, null));
            unit.updateAuthenticatorCounter("c", 2);
            assertThat(unit.listSessionsByUserId(id)).hasSize(1);
            assertThat(unit.listAccountsByUserId(id)).hasSize(1);
            assertThat(unit.markUsed("k", LATER)).isTrue();
            assertThat(unit.markUsed("k", LATER)).isFalse();
            assertThat(rows()).isEmpty();
            return id;
        });

        assertThat(adapter.getUserByAccount("github", "1")).isPresent();
        assertThat(adapter.getSessionAndUser("t")).isPresent();
        assertThat(adapter.getAuthenticator("c").orElseThrow().counter()).isEqualTo(2);
        assertThat(adapter.markUsed("k", LATER)).isFalse();
    }

    @Test
    void a_write_between_read_and_write_makes_the_unit_of_work_run_again() {
        String id = id(ada());
        var runs = new AtomicInteger();
        adapter.inUnit(it -> {
            var unit = (DynamoAdapter) it;
            var seen = unit.getUser(id).orElseThrow();
            if (runs.incrementAndGet() == 1)
                adapter.updateUser(UserChange.of(id).image("a.png"));
            return unit.updateUser(UserChange.of(id).name(seen.image() == null ? "too early" : "seen"));
        });

        assertThat(runs).hasValue(2);
        assertThat(adapter.getUser(id).orElseThrow().name()).isEqualTo("seen");
    }

    @Test
    void members_that_are_added_at_once_are_both_kept() {
        String id = id(ada());
        adapter.inUnit(it -> {
            var unit = (DynamoAdapter) it;
            if (unit.getUser(id).orElseThrow().claims().has("role")) return true;
            adapter.updateUser(UserChange.of(id).with("phone", "1"));
            unit.updateUser(UserChange.of(id).with("role", "admin"));
            return true;
        });

        assertThat(adapter.getUser(id).orElseThrow().claims().asMap()).containsKeys("phone", "role", "name", "email");
    }

    @Test
    void a_nested_unit_rolls_back_only_its_own_work() {
        adapter.inUnit(outer -> {
            ((DynamoAdapter) outer).createUser(User.of(null, "Ada", "ada@example.com"));
            assertThatThrownBy(() -> ((DynamoAdapter) outer).inUnit(inner -> {
                        ((DynamoAdapter) inner).createUser(User.of(null, "Eve", "eve@example.com"));
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
            return true;
        });

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
        assertThat(adapter.getUserByEmail("eve@example.com")).isEmpty();
    }

    @Test
    void an_adapter_of_a_unit_that_is_over_refuses_to_work() {
        var kept = adapter.inUnit(unit -> (DynamoAdapter) unit);

        assertThatThrownBy(() -> kept.getUser("1")).hasMessage("the unit of work is over");
        assertThatThrownBy(() -> kept.createVerificationToken(new VerificationToken("a", "b", LATER)))
                .hasMessage("the unit of work is over");
    }

    /** Auth.js leaves the old address in the index when one changes. */
    @Test
    void an_address_that_only_the_index_remembers_is_free() {
        String id = id(ada());
        var item = new HashMap<>(
                client.getItem(it -> it.tableName("people").key(key(id))).item());
        item.put("email", AttributeValue.fromS("new@example.com"));
        client.putItem(it -> it.tableName("people").item(item));

        assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty();
        var other = adapter.createUser(User.of(null, "Other", "ada@example.com"));
        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(other);
    }

    @Test
    void an_account_whose_user_is_gone_is_free() {
        String gone = id(adapter.createUser(User.of(null, "Gone", "gone@example.com")));
        adapter.linkAccount(account(gone, "github", "1"));
        client.deleteItem(it -> it.tableName("people").key(key(gone)));
        assertThat(adapter.getUserByAccount("github", "1")).isEmpty();

        var ada = ada();
        adapter.linkAccount(account(id(ada), "github", "1"));
        assertThat(adapter.getUserByAccount("github", "1")).hasValue(ada);
        assertThat(adapter.listAccountsByUserId(gone)).isEmpty();
    }

    @Test
    void names_that_joined_look_alike_are_different() {
        String id = id(ada());
        adapter.linkAccount(account(id, "a#b", "c"));

        assertThat(adapter.getAccount("b#c", "a")).isEmpty();
        assertThat(adapter.getAccount("c", "a#b")).isPresent();
    }

    @Test
    void members_with_the_names_of_keys_are_left_out() {
        String id = id(adapter.createUser(User.of(null, "Ada", "ada@example.com")
                .with("pk", "x")
                .with("GSI1PK", "USER#eve@example.com")
                .with("type", "VT")));
        adapter.updateUser(UserChange.of(id).with("sk", "x").with("GSI1SK", "y").name("Countess"));
        adapter.linkAccount(account(id, "github", "1").with("pk", "x"));
        adapter.updateAccount(account(id, "github", "1").with("sk", "x").with("access_token", "at"));

        assertThat(adapter.getUser(id).orElseThrow().claims().asMap().keySet())
                .containsExactlyInAnyOrder("id", "name", "email");
        assertThat(adapter.getAccount("1", "github"))
                .hasValue(account(id, "github", "1").with("access_token", "at"));
    }

    @Test
    void values_of_other_programs_are_read_where_possible() {
        String id = id(ada());
        var item = new HashMap<>(
                client.getItem(it -> it.tableName("people").key(key(id))).item());
        item.put("half", AttributeValue.fromN("0.5"));
        item.put("large", AttributeValue.fromN("1e40"));
        item.put("picture", AttributeValue.fromB(SdkBytes.fromUtf8String("x")));
        item.put(
                "friends",
                AttributeValue.fromL(
                        List.of(AttributeValue.fromS("x"), AttributeValue.fromB(SdkBytes.fromUtf8String("x")))));
        client.putItem(it -> it.tableName("people").item(item));

        var claims = adapter.getUser(id).orElseThrow().claims();
        assertThat(claims.value("half")).isEqualTo(0.5);
        assertThat(claims.value("large")).isEqualTo(1e40);
        assertThat(claims.value("friends")).isEqualTo(List.of("x"));
        assertThat(claims.has("picture")).isFalse();
    }

    @Test
    void the_details_of_a_passkey_are_stored_and_deleted_with_it() {
        String id = id(ada());
        adapter.createAuthenticator(new AdapterAuthenticator("c", id, "c", "key", 1, "multiDevice", true, null));
        adapter.updatePasskey(PasskeyChange.of("c").created(LATER, "handle"));
        adapter.updatePasskey(PasskeyChange.of("c").name("Key"));
        adapter.updateAuthenticatorCounter("c", 5);

        assertThat(adapter.getPasskey("c")).hasValue(new PasskeyRecord("c", "Key", "handle", LATER, null));
        adapter.deleteAuthenticator("c");
        assertThat(adapter.getPasskey("c")).isEmpty();
        assertThat(rows()).noneMatch(row -> row.get("pk").s().contains("AUTHENTICATOR"));
    }

    @Test
    void times_of_ends_are_seconds_with_a_fraction() {
        adapter.createSession(new AdapterSession("t", id(ada()), LATER));

        assertThat(rows().stream().filter(it -> it.containsKey("expires")))
                .hasSize(2)
                .allMatch(it -> it.get("expires").n().equals("4070908800.123"));
    }

    private static List<Map<String, AttributeValue>> rows() {
        return client.scanPaginator(it -> it.tableName("people")).items().stream()
                .toList();
    }

    private static Map<String, AttributeValue> key(String id) {
        return Map.of("pk", AttributeValue.fromS("USER#" + id), "sk", AttributeValue.fromS("USER#" + id));
    }

    private static User ada() {
        return adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }

    private static Account account(String userId, String provider, String id) {
        return Account.of(provider, id, ProviderType.OAUTH).with("userId", userId);
    }

    private static String id(User user) {
        return String.valueOf(user.id());
    }
}
