package dev.cardea.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.Require;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The adapter of the reference and ours, on one database. */
@Tag("node")
@Tag("part")
@Tag("store")
class InterchangeTest {
    private static final Path FOLDER = Path.of("node");
    private static final Instant VERIFIED = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final Instant EXPIRES = Instant.parse("2099-12-24T18:30:15.123Z");

    private static Path node;

    private Mongo mongo;
    private MongoAdapter adapter;

    @BeforeAll
    static void parts() {
        node = Require.program("node");
        Require.part(
                "Auth.js' adapter (npm ci in " + FOLDER + ")",
                () -> Files.isDirectory(FOLDER.resolve("node_modules/@auth/mongodb-adapter")));
    }

    @BeforeEach
    void open() {
        mongo = Mongo.start();
        adapter = mongo.adapter();
    }

    @AfterEach
    void close() {
        mongo.close();
    }

    @Test
    void cardea_reads_values_of_the_reference() throws Exception {
        String id = theirs("write").text("id");

        var user = adapter.getUserByEmail("ada@example.com").orElseThrow();
        assertThat(user).isEqualTo(ada(id));
        assertThat(adapter.getUser(id)).hasValue(user);
        assertThat(adapter.getUserByAccount("github", "42")).hasValue(user);
        assertThat(adapter.getAccount("42", "github")).hasValue(account(id));
        assertThat(adapter.listAccountsByUserId(id)).containsExactly(account(id));
        assertThat(adapter.getSessionAndUser("t1").orElseThrow().session())
                .isEqualTo(new AdapterSession("t1", id, EXPIRES));
        assertThat(adapter.useVerificationToken("ada@example.com", "c0ffee"))
                .hasValue(new VerificationToken("ada@example.com", "c0ffee", EXPIRES));
        adapter.deleteUser(id);
        assertThat(theirRowsAfterwards()).allMatch(List::isEmpty);
    }

    @Test
    void the_reference_reads_and_changes_values_of_cardea() throws Exception {
        String id = ours();

        var read = theirs("read");
        var user = Map.of(
                "id",
                id,
                "name",
                "Ada",
                "email",
                "ada@example.com",
                "emailVerified",
                VERIFIED.toString(),
                "role",
                "admin");
        for (var name : List.of("user", "byAccount", "byId"))
            assertThat(map(read.value(name))).as(name).containsAllEntriesOf(user);
        assertThat(map(map(read.value("both")).get("session")))
                .containsAllEntriesOf(Map.of("sessionToken", "t1", "userId", id, "expires", EXPIRES.toString()));
        assertThat(map(read.value("used")))
                .containsAllEntriesOf(Map.of("identifier", "ada@example.com", "token", "c0ffee"));
        assertThat(read.value("again")).isNull();
        assertThat(adapter.getUser(id).orElseThrow().name()).isEqualTo("Countess");
        assertThat(adapter.getSessionAndUser("t1").orElseThrow().session().expires())
                .isEqualTo(Instant.parse("2100-01-01T00:00:00Z"));
    }

    @Test
    void values_are_written_as_the_reference_writes_them_type_by_type() throws Exception {
        theirs("write");
        var theirs = theirs("rows");
        mongo.client()
                .getDatabase(Mongo.DATABASE)
                .listCollectionNames()
                .forEach(it -> mongo.client()
                        .getDatabase(Mongo.DATABASE)
                        .getCollection(it)
                        .deleteMany(new Document()));
        ours();

        assertThat(theirs("rows")).isEqualTo(theirs);
    }

    private String ours() {
        var user = adapter.createUser(User.of(ada("x").claims()));
        String id = String.valueOf(user.id());
        adapter.linkAccount(account(id));
        adapter.createSession(new AdapterSession("t1", id, EXPIRES));
        adapter.createVerificationToken(new VerificationToken("ada@example.com", "c0ffee", EXPIRES));
        return id;
    }

    private static User ada(String id) {
        return User.of(id, "Ada", "ada@example.com")
                .with("emailVerified", VERIFIED)
                .with("image", null)
                .with("role", "admin");
    }

    private static Account account(String userId) {
        return Account.of("github", "42", ProviderType.OAUTH)
                .with("userId", userId)
                .with("access_token", "at")
                .with("refresh_token", "rt")
                .with("expires_at", 1_767_225_600L)
                .with("token_type", "bearer")
                .with("scope", "user")
                .with("id_token", "it")
                .with("session_state", "ss")
                .with("extra", Map.of("deep", Arrays.asList(1L, 2.5, true, null)));
    }

    private List<List<?>> theirRowsAfterwards() {
        var database = mongo.client().getDatabase(Mongo.DATABASE);
        return List.of(
                database.getCollection("users").find().into(new ArrayList<>()),
                database.getCollection("accounts").find().into(new ArrayList<>()),
                database.getCollection("sessions").find().into(new ArrayList<>()),
                database.getCollection("verification_tokens").find().into(new ArrayList<>()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return new HashMap<>((Map<String, Object>) value);
    }

    private Claims theirs(String what) throws IOException, InterruptedException {
        var process = new ProcessBuilder(node.toString(), "interchange.mjs", mongo.url(), Mongo.DATABASE, what)
                .directory(FOLDER.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectInput(new File("/dev/null"))
                .start();
        var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return Json.parseObject(answer, 16);
    }
}
