package dev.cardea.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationUrlTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "postgres://h/people jdbc:postgresql://h/people",
                "postgresql://u:p@h:5433/people?schema=public jdbc:postgresql://h:5433/people",
                "postgresql://a:1,b:2/people jdbc:postgresql://a:1,b:2/people",
                "postgresql://[::1]:5432/people jdbc:postgresql://[::1]:5432/people",
                "postgresql://h/people?schema=app jdbc:postgresql://h/people?currentSchema=app",
                "postgresql://h/people?sslmode=require&connect_timeout=7"
                        + " jdbc:postgresql://h/people?sslmode=require&connectTimeout=7",
                "postgresql://h/people?sslmode=require&sslaccept=strict jdbc:postgresql://h/people?sslmode=verify-full",
                "postgresql://h/people?sslmode=require&channel_binding=require"
                        + " jdbc:postgresql://h/people?sslmode=require&channelBinding=require",
                "postgresql://h/people?pgbouncer=true&statement_cache_size=0 jdbc:postgresql://h/people?prepareThreshold=0",
                "mysql://u:p@h:3306/people jdbc:mariadb://h:3306/people",
                "mysql://h/people?connect_timeout=7&sslaccept=strict"
                        + " jdbc:mariadb://h/people?connectTimeout=7000&sslMode=verify-full",
                "mysql://h/people?sslaccept=accept_invalid_certs jdbc:mariadb://h/people?sslMode=trust",
                "file:./dev.db jdbc:sqlite:./dev.db",
                "file:/var/people.db?connection_limit=1 jdbc:sqlite:/var/people.db",
            })
    void an_address_of_prisma_becomes_one_for_jdbc(String written, String jdbc) {
        assertThat(StoreSettings.of(written).url()).isEqualTo(jdbc);
    }

    @Test
    void user_and_password_are_decoded_and_a_plus_sign_is_one() {
        var store = StoreSettings.of("postgresql://ada%40site:p%2Fq%3A+%25@h/people");
        assertThat(store.user()).isEqualTo("ada@site");
        assertThat(store.password()).isEqualTo("p/q:+%");
        assertThat(store.toString()).doesNotContain("p/q");
        assertThat(ApplicationUrl.of("postgresql://u:geheim@h/people").toString())
                .doesNotContain("geheim");
    }

    @Test
    void the_pool_is_as_large_and_as_patient_as_the_address_says() {
        var store = StoreSettings.of("postgresql://h/people?connection_limit=5&pool_timeout=20");
        assertThat(store.poolSize()).isEqualTo(5);
        assertThat(store.poolTimeout()).isEqualTo(20_000);
        assertThat(StoreSettings.of("postgresql://h/people?pool_timeout=0").poolTimeout())
                .isEqualTo(600_000);
    }

    @Test
    void keys_of_the_file_override_the_address() {
        var store =
                new StoreSettings("postgresql://u:p@h/people?connection_limit=5", "own", "secret", "prisma", 7L, 900L);
        assertThat(store.user()).isEqualTo("own");
        assertThat(store.password()).isEqualTo("secret");
        assertThat(store.poolSize()).isEqualTo(7);
        assertThat(store.poolTimeout()).isEqualTo(900);
        assertThat(store.layout()).isEqualTo("prisma");
    }

    @Test
    void behind_pgbouncer_a_schema_is_named_in_each_statement_as_the_pooler_refuses_it_at_the_start() {
        var url = "postgresql://h/people?pgbouncer=true&schema=app";
        var store = new StoreSettings(url, null, null, "prisma", null, null);
        assertThat(store.url()).doesNotContain("app");
        assertThat(store.names().schema()).isEqualTo("app");
        assertThat(store.problem()).isEmpty();
        assertThat(StoreSettings.of(url).problem())
                .hasValueSatisfying(said -> assertThat(said).contains("set the layout"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://geheim",
                "postgresql://u:geheim@h",
                "postgresql://u:ge?heim@h/people",
                "postgresql://u:ge/heim@h/people",
                "postgresql://u:ge%heim@h/people",
                "postgresql:///people?host=/run/postgresql",
                "postgresql://u:geheim@h/people?connection_limit=0",
                "postgresql://u:geheim@h/people?connection_limit=geheim",
                "postgresql://u:geheim@h/people?schema=a&schema=b",
                "postgresql://u:geheim@h/people?sslaccept=geheim",
                "postgresql://u:geheim@h/people?sslcert=geheim.pem",
                "mysql://u:geheim@h/people?sslidentity=geheim.p12",
                "file:",
                "file:./dev.db?mode=memory",
                "prisma://accelerate.example/?api_key=geheim",
                "prisma+postgres://accelerate.example/?api_key=geheim",
            })
    void a_malformed_address_is_rejected_with_a_remedy_and_without_the_password(String url) {
        var problem = StoreSettings.of(url).problem();
        assertThat(problem).isPresent();
        assertThat(problem.get()).doesNotContain("heim").doesNotContain("isn't a store that Cardea knows");
    }

    @Test
    void an_address_of_prisma_accelerate_names_the_reason() {
        assertThat(StoreSettings.of("prisma://accelerate.example/?api_key=k")
                        .problem()
                        .orElseThrow())
                .contains("Prisma Accelerate")
                .contains("use the database's own URL");
    }

    @Test
    void a_file_of_sqlite_is_opened_as_prisma_spells_it() throws Exception {
        var file = directory.resolve("dev.db");
        try (var open = Stores.open(StoreSettings.of("file:" + file))) {
            assertThat(SchemaCheck.prepare(open, false, false, line -> {})).isEmpty();
        }
        assertThat(Files.exists(file)).isTrue();
        assertThat(StoreSettings.of("file:" + directory.resolve("none/dev.db"))
                        .problem()
                        .orElseThrow())
                .contains("a folder that doesn't exist");
        assertThat(StoreSettings.of("file:" + file).isEmbedded()).isTrue();
    }
}
