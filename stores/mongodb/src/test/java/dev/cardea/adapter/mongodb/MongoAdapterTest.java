package dev.cardea.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.testkit.SchemaContract;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is particular to this store; the promises that all adapters make are in the contract tests. */
@Tag("store")
class MongoAdapterTest implements SchemaContract {
    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00.123Z");

    private final Mongo mongo = Mongo.start();
    private final MongoDatabase database = mongo.client().getDatabase(Mongo.DATABASE);

    @AfterEach
    void close() {
        mongo.close();
    }

    @Test
    void indexes_are_made_once_and_on_request_only() {
        MongoAdapter.of(mongo.client(), Mongo.DATABASE);
        assertThat(MongoIndexes.of(database, Names.STANDARD).missing())
                .hasSize(17)
                .contains("users.cardea_email");

        var lines = new CopyOnWriteArrayList<String>();
        MongoAdapter.builder(mongo.client(), Mongo.DATABASE)
                .createIndexes(lines::add)
                .build();
        assertThat(lines).hasSize(17).contains("created the index cardea_email of users");
        MongoAdapter.builder(mongo.client(), Mongo.DATABASE)
                .createIndexes(lines::add)
                .build();
        assertThat(lines).hasSize(17);
        assertThat(MongoIndexes.of(database, Names.STANDARD).missing()).isEmpty();
    }

    @Override
    public Schema onEmptyStore() {
        return MongoAdapter.of(mongo.client(), Mongo.DATABASE);
    }

    @Test
    void a_preview_names_each_index_with_its_collection() {
        assertThat(onEmptyStore().schemaStatus()).isEqualTo(new Schema.SchemaStatus(0, 17, true));
        assertThat(onEmptyStore().schemaDryRun()).hasSize(17).contains("create the index users.cardea_email");
    }

    @Test
    void a_schema_that_the_data_contradicts_is_an_error_of_the_store() {
        database.getCollection("users")
                .insertMany(List.of(new Document("email", "a@example.com"), new Document("email", "a@example.com")));
        Schema schema = MongoAdapter.of(mongo.client(), Mongo.DATABASE);

        assertThatThrownBy(() -> schema.createSchema(line -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cardea_email");
    }

    @Test
    void an_equivalent_index_of_another_tool_is_accepted() {
        var accounts = database.getCollection("accounts");
        accounts.createIndex(
                new Document("provider", 1).append("providerAccountId", 1), new IndexOptions().unique(true));
        database.getCollection("sessions").createIndex(new Document("sessionToken", 1));
        database.getCollection("sessions").createIndex(new Document("expires", 1));

        assertThat(MongoIndexes.of(database, Names.STANDARD).missing())
                .hasSize(16)
                .contains("sessions.cardea_sessionToken", "sessions.cardea_expires")
                .doesNotContain("accounts.cardea_provider_providerAccountId");
    }

    @Test
    void expired_rows_are_kept_for_an_hour_but_used_keys_are_not() {
        mongo.adapter();
        var seconds = new ArrayList<Object>();
        for (var name : List.of("sessions", "verification_tokens", "cardea_spent")) {
            for (var index : database.getCollection(name).listIndexes()) {
                if (index.get("name").equals("cardea_expires"))
                    seconds.add(index.get("expireAfterSeconds", Number.class).longValue());
            }
        }
        assertThat(seconds).containsExactly(3600L, 3600L, 0L);
    }

    @Test
    void an_index_that_the_data_is_against_is_said() {
        var users = database.getCollection("users");
        users.insertMany(List.of(new Document("email", "a@example.com"), new Document("email", "a@example.com")));

        assertThatThrownBy(mongo::adapter).isInstanceOf(MongoException.class).hasMessageContaining("cardea_email");
    }

    @Test
    void a_check_says_which_indexes_are_missing() {
        var adapter = mongo.adapter();
        adapter.check();
        database.getCollection("sessions").dropIndex("cardea_sessionToken");

        assertThatThrownBy(adapter::check)
                .hasMessage("without these indexes, concurrent requests can create duplicates: "
                        + "sessions.cardea_sessionToken");
    }

    @Test
    void collections_may_have_other_names() {
        var adapter = MongoAdapter.builder(mongo.client(), Mongo.DATABASE)
                .collections("people", "ways", "visits", "links")
                .createIndexes(line -> {})
                .build();
        String id = id(adapter.createUser(User.of(null, "Ada", "ada@example.com")));
        adapter.createSession(new AdapterSession("t", id, LATER));

        assertThat(adapter.getSessionAndUser("t")).isPresent();
        assertThat(database.getCollection("people").countDocuments()).isOne();
        assertThat(database.getCollection("visits").countDocuments()).isOne();
        assertThat(database.listCollectionNames().into(new ArrayList<>())).doesNotContain("users", "sessions");
    }

    @Test
    void ids_are_object_ids_and_only_as_they_are_written() {
        var adapter = mongo.adapter();
        String id = id(adapter.createUser(User.of("0f8fad5b-d9cb-469f-a165-70867728950e", "Ada", "ada@example.com")));

        assertThat(new ObjectId(id).toHexString()).isEqualTo(id);
        assertThat(adapter.getUser(id.toUpperCase(Locale.ROOT)).isPresent()).isEqualTo(id.matches("\\d*"));
        for (var odd : List.of("", "1", id + "0", "zzzzzzzzzzzzzzzzzzzzzzzz"))
            assertThat(adapter.getUser(odd)).isEmpty();
    }

    /** Users of another store: then {@code ComposedAdapter} looks for them there. */
    @Test
    void sessions_can_be_of_users_that_are_elsewhere() {
        var adapter = mongo.adapter();
        var session = adapter.createSession(new AdapterSession("t", "0f8fad5b-d9cb-469f-a165-70867728950e", LATER));

        assertThat(adapter.listSessionsByUserId(session.userId())).containsExactly(session);
        assertThat(adapter.getSessionAndUser("t")).isEmpty();
        assertThat(adapter.deleteSession("t")).hasValue(session);
    }

    /** A name with a dot would be a path, and one with a dollar sign an operator. */
    @Test
    void members_that_MongoDB_cannot_name_are_left_out() {
        var adapter = mongo.adapter();
        String id = id(adapter.createUser(User.of(null, "Ada", "ada@example.com")));
        var odd = account(id)
                .with("a.b", 1)
                .with("$set", "x")
                .with("n\0", 1)
                .with("_id", 1)
                .with("fine", Claims.of("$x", 1).with("y", 2));
        adapter.linkAccount(odd);
        adapter.updateUser(
                UserChange.of(id).with("email.x", "y").with("$unset", "z").name("Countess"));
        adapter.updateAccount(odd.with("fresh.token", "z").with("access_token", "fresh"));

        assertThat(adapter.getAccount("42", "github"))
                .hasValue(account(id).with("fine", Claims.of("y", 2)).with("access_token", "fresh"));
        assertThat(adapter.getUser(id).orElseThrow().claims().asMap().keySet()).containsExactly("id", "name", "email");
    }

    @Test
    void values_of_other_programs_are_read_where_possible() {
        var adapter = mongo.adapter();
        var id = new ObjectId();
        database.getCollection("users")
                .insertOne(new Document("_id", id)
                        .append("email", "ada@example.com")
                        .append("whole", 3e9)
                        .append("half", 0.5)
                        .append("picture", new Binary(new byte[] {1}))
                        .append("friends", Arrays.asList(id, null, new Binary(new byte[] {1})))
                        .append("since", new Date(123)));

        var user = adapter.getUserByEmail("ada@example.com").orElseThrow();
        assertThat(user.claims().asMap().keySet()).containsExactly("id", "email", "whole", "half", "friends", "since");
        assertThat(user.claims().value("whole")).isEqualTo(3_000_000_000L);
        assertThat(user.claims().value("half")).isEqualTo(0.5);
        assertThat(user.claims().value("friends")).isEqualTo(Arrays.asList(id.toHexString(), null));
        assertThat(user.claims().value("since")).isEqualTo(Instant.ofEpochMilli(123));
    }

    /** What a deletion left that was cut off, or another program. */
    @Test
    void an_account_whose_user_is_gone_is_free() {
        var adapter = mongo.adapter();
        String gone = id(adapter.createUser(User.of(null, "Gone", "gone@example.com")));
        adapter.linkAccount(account(gone));
        database.getCollection("users").deleteOne(new Document("_id", new ObjectId(gone)));
        assertThat(adapter.getUserByAccount("github", "42")).isEmpty();

        var ada = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        adapter.linkAccount(account(id(ada)));
        assertThat(adapter.getUserByAccount("github", "42")).hasValue(ada);
    }

    @Test
    void the_message_of_a_duplicate_names_no_user() {
        var adapter = mongo.adapter();
        adapter.createUser(User.of(null, "Ada", "ada@example.com"));

        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada@example.com")))
                .hasMessage("there is a user with this email address already")
                .hasNoCause();
    }

    /** Otherwise an attacker makes the database scan all users by requesting links, or passkeys of an address. */
    @Test
    void a_look_up_by_address_is_answered_by_the_index() {
        var adapter = mongo.adapter();
        var ada = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        int before = mongo.lookups();

        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(ada);
        assertThat(adapter.getUserByEmail("eve@example.com")).isEmpty();
        assertThat(mongo.lookups()).isEqualTo(before + 2);
    }

    /** The server of the tests has MongoDB's rule: it does not see by itself that such a query is about text. */
    @Test
    void a_query_without_the_condition_of_the_index_is_not_answered_by_it() {
        mongo.adapter().createUser(User.of(null, "Ada", "ada@example.com"));
        int before = mongo.lookups();
        var users = database.getCollection("users");

        assertThat(users.find(new Document("email", "ada@example.com"))).hasSize(1);
        assertThat(mongo.lookups()).isEqualTo(before);
    }

    @Test
    void a_write_counts_once_the_majority_has_it_whatever_the_address_says() {
        assertThat(commands("w=1&readPreference=secondaryPreferred", it -> it))
                .allSatisfy(command -> assertThat(command).doesNotContainKey("$readPreference"))
                .filteredOn(Commands::isWrite)
                .hasSizeGreaterThan(5)
                .allSatisfy(command -> assertThat(command.getDocument("writeConcern"))
                        .isEqualTo(BsonDocument.parse("{w: 'majority', wtimeout: 10000}")));
    }

    /** Such as the majority in each of several data centres. */
    @Test
    void a_rule_that_the_operator_named_is_kept() {
        assertThat(commands("w=everyCity&wtimeoutMS=3000", it -> it))
                .filteredOn(Commands::isWrite)
                .allSatisfy(command -> assertThat(command.getDocument("writeConcern"))
                        .isEqualTo(BsonDocument.parse("{w: 'everyCity', wtimeout: 3000}")));
    }

    @Test
    void less_than_the_majority_is_asked_for_in_words() {
        assertThat(commands("", it -> it.writeConcern(WriteConcern.W1)))
                .filteredOn(Commands::isWrite)
                .allSatisfy(command ->
                        assertThat(command.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{w: 1}")));
        assertThat(commands("", it -> it.readPreference(ReadPreference.secondaryPreferred())))
                .filteredOn(command -> command.containsKey("find"))
                .allSatisfy(command -> assertThat(
                                command.getDocument("$readPreference").getString("mode"))
                        .isEqualTo(new BsonString("secondaryPreferred")));
    }

    /** What the store asks of the server for one of each of its calls. */
    private List<BsonDocument> commands(String options, UnaryOperator<MongoAdapter.Builder> change) {
        var heard = new Commands();
        var settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(mongo.url() + "/?directConnection=true&" + options))
                .addCommandListener(heard)
                .build();
        try (var client = MongoClients.create(settings)) {
            var adapter =
                    change.apply(MongoAdapter.builder(client, Mongo.DATABASE)).build();
            String id = id(adapter.createUser(User.of(null, "Ada", "ada@example.com")));
            adapter.updateUser(UserChange.of(id).name("Countess"));
            adapter.linkAccount(account(id));
            adapter.getUserByEmail("ada@example.com");
            adapter.getUserByAccount("github", "42");
            adapter.createSession(new AdapterSession("t", id, LATER));
            adapter.getSessionAndUser("t");
            adapter.updateSession(SessionChange.of("t").expires(LATER.plusSeconds(1)));
            adapter.deleteSession("t");
            adapter.createVerificationToken(new VerificationToken("ada", "hash", LATER));
            adapter.useVerificationToken("ada", "hash");
            adapter.markUsed("key", LATER);
            adapter.deleteUser(id);
        }
        return heard.all();
    }

    @Test
    void units_of_work_exist_if_the_operator_declares_transactions() {
        assertThat(MongoAdapter.of(mongo.client(), Mongo.DATABASE)).isNotInstanceOf(UnitOfWork.class);
        assertThat(MongoAdapter.builder(mongo.client(), Mongo.DATABASE)
                        .transactions()
                        .build())
                .isInstanceOf(UnitOfWork.class);
    }

    @Test
    void a_server_that_is_gone_is_an_exception() {
        var settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(mongo.url() + "/?serverSelectionTimeoutMS=300"))
                .build();
        try (var client = MongoClients.create(settings)) {
            var adapter = MongoAdapter.of(client, Mongo.DATABASE);
            // On a busy machine, finding the server takes longer than that.
            Eventually.passes(
                    () -> assertThat(adapter.getUserByEmail("ada@example.com")).isEmpty());
            mongo.end();

            assertThatThrownBy(() -> adapter.getUserByEmail("ada@example.com"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasCauseInstanceOf(MongoException.class);
            assertThatThrownBy(adapter::check).isInstanceOf(StoreUnavailableException.class);
        }
    }

    private static Account account(String userId) {
        return Account.of("github", "42", ProviderType.OAUTH).with("userId", userId);
    }

    private static String id(User user) {
        return String.valueOf(user.id());
    }
}
