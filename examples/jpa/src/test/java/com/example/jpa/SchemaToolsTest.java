package com.example.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.notes.AppUser;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.jdbc.core.JdbcTemplate;

/** Hibernate, Flyway, Liquibase and schema.sql in the schema of Cardea's tables. */
class SchemaToolsTest {
    private static final String MIGRATE = "cardea.jdbc.migrate-on-start=true";
    private static final String FLYWAY = "spring.flyway.enabled=true";
    private static final String VALIDATE = "spring.jpa.hibernate.ddl-auto=validate";
    private static final String NONE = "spring.jpa.hibernate.ddl-auto=none";
    private static final String LIQUIBASE = "spring.liquibase.enabled=true";

    /** Boot 3 would rename columns in camel case, also if their names are quoted. */
    private static final String QUOTED_NAMES = "spring.jpa.hibernate.naming.physical-strategy="
            + "org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @AutoConfigurationPackage(basePackages = "com.example.tasks")
    static class Tasks {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @AutoConfigurationPackage(basePackageClasses = AppUser.class)
    static class Notes {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @AutoConfigurationPackage(basePackages = "com.example.narrow")
    static class Narrow {}

    /** The store is a bean of the application. */
    @Configuration(proxyBeanMethods = false)
    @Import(Notes.class)
    static class OwnStore {
        @Bean
        JdbcAdapter store(DataSource database) {
            return JdbcAdapter.builder(database)
                    .statementTimeout(Duration.ofSeconds(9))
                    .build();
        }
    }

    @Test
    void Hibernate_leaves_tables_that_no_entity_maps() {
        try (var app = run(Tasks.class, Boot.h2(), MIGRATE)) {
            assertThat(Tables.count(app, "task")).isZero();
            assertSignIn(app);
        }
    }

    @Test
    void an_entity_that_replaces_the_table_of_users_fails_the_start() {
        for (var entities : new Class<?>[] {Narrow.class, Notes.class}) {
            var problem = problem(entities, Boot.h2(), MIGRATE);
            assertThat(problem.getDescription())
                    .startsWith("Another tool created or replaced a table of Cardea: ")
                    .contains("the table user ");
            assertThat(problem.getAction()).startsWith("Set spring.jpa.hibernate.ddl-auto=validate");
        }
    }

    @Test
    void so_does_the_next_start_on_a_table_without_its_columns() {
        String database = Boot.h2();
        problem(Narrow.class, database, MIGRATE, "spring.jpa.hibernate.ddl-auto=create");
        assertThat(problem(Narrow.class, database, MIGRATE, VALIDATE).getDescription())
                .contains("the table user lacks the columns id, email and emailVerified");
    }

    @Test
    void Hibernate_finds_the_tables_of_the_store_and_refers_to_them() {
        try (var app = run(Notes.class, Boot.h2(), MIGRATE, "spring.jpa.hibernate.ddl-auto=update")) {
            assertThat(Tables.count(app, "note")).isZero();
            assertSignIn(app);
        }
    }

    @Test
    void scripts_of_Flyway_refer_to_tables_that_are_created_at_startup() {
        String database = Boot.h2();
        for (int start = 0; start < 2; start++) {
            try (var app = run(Notes.class, database, MIGRATE, FLYWAY, VALIDATE)) {
                assertThat(Tables.count(app, "note")).isZero();
                if (start == 0) assertSignIn(app);
            }
        }
    }

    @Test
    void Flyway_that_is_added_later_says_how() {
        String database = Boot.h2();
        try (var app = run(Tasks.class, database, MIGRATE, NONE)) {
            assertSignIn(app);
        }
        assertThat(problem(Tasks.class, database, MIGRATE, FLYWAY, NONE).getAction())
                .contains("spring.flyway.baseline-on-migrate=true and spring.flyway.baseline-version=0");
        try (var app = run(
                Tasks.class,
                database,
                MIGRATE,
                FLYWAY,
                "spring.flyway.baseline-on-migrate=true",
                "spring.flyway.baseline-version=0",
                NONE)) {
            assertThat(Tables.count(app, "note")).isZero();
            assertThat(app.getBean(JdbcAdapter.class).getUserByEmail("ada@example.com"))
                    .isPresent();
        }
    }

    @Test
    void change_sets_of_Liquibase_refer_to_tables_that_are_created_at_startup() {
        try (var app = run(
                Notes.class,
                Boot.h2(),
                MIGRATE,
                LIQUIBASE,
                "spring.liquibase.change-log=classpath:liquibase/notes.xml",
                VALIDATE)) {
            assertThat(Tables.count(app, "note")).isZero();
            assertSignIn(app);
        }
    }

    @Test
    void Liquibase_creates_the_tables_that_its_change_log_includes() {
        String database = Boot.h2();
        for (int start = 0; start < 2; start++) {
            try (var app = run(
                    Notes.class,
                    database,
                    LIQUIBASE,
                    "spring.liquibase.change-log=classpath:liquibase/changelog.xml",
                    VALIDATE)) {
                assertThat(Tables.count(app, "note")).isZero();
                assertThat(app.getBean(JdbcAdapter.class).schemaStatus().isCurrent())
                        .isTrue();
                if (start == 0) assertSignIn(app);
            }
        }
    }

    /** It has run the change set, and does not look whether the tables are there. */
    @Test
    void Liquibase_does_not_create_a_dropped_table_again_but_Cardea_does() {
        String[] settings = {
            Boot.h2(), LIQUIBASE, "spring.liquibase.change-log=classpath:liquibase/changelog.xml", VALIDATE
        };
        try (var app = run(Notes.class, settings)) {
            app.getBean(JdbcTemplate.class).execute("drop table \"session\"");
        }
        try (var app = run(Notes.class, settings)) {
            var store = app.getBean(JdbcAdapter.class);
            assertThat(store.missing()).hasSize(1).allMatch(line -> line.contains("session"));
            assertThatThrownBy(store::check).hasMessageContaining("session");
        }
        var migrating = Arrays.copyOf(settings, settings.length + 1);
        migrating[settings.length] = MIGRATE;
        try (var app = run(Notes.class, migrating)) {
            assertThat(app.getBean(JdbcAdapter.class).missing()).isEmpty();
            assertSignIn(app);
        }
    }

    @Test
    void the_tables_of_an_own_store_are_created_before_Liquibase_and_Hibernate_too() {
        try (var app = run(
                OwnStore.class,
                Boot.h2(),
                MIGRATE,
                LIQUIBASE,
                "spring.liquibase.change-log=classpath:liquibase/notes.xml",
                VALIDATE)) {
            assertThat(Tables.count(app, "note")).isZero();
            assertSignIn(app);
        }
    }

    /** Flyway rejects a schema with tables and without its history, and an own store may be another database. */
    @Test
    void an_own_store_with_Flyway_says_how() {
        var problem = problem(OwnStore.class, Boot.h2(), MIGRATE, FLYWAY, VALIDATE);
        assertThat(problem.getDescription())
                .startsWith(
                        "cardea.jdbc.migrate-on-start is true, and the JdbcAdapter store is a bean of the application");
        assertThat(problem.getAction())
                .startsWith("Remove cardea.jdbc.migrate-on-start, and add classpath:dev/cardea/flyway/{vendor}");
    }

    @Test
    void a_script_of_the_application_refers_to_tables_that_are_created_at_startup() {
        try (var app = run(
                Tasks.class,
                Boot.h2(),
                MIGRATE,
                "spring.sql.init.schema-locations=classpath:db/migration/V1__notes.sql")) {
            assertThat(Tables.count(app, "note")).isZero();
        }
    }

    private static ConfigurableApplicationContext run(Class<?> configuration, String... settings) {
        var all = Arrays.copyOf(settings, settings.length + 1);
        all[settings.length] = QUOTED_NAMES;
        return Boot.run(configuration, all);
    }

    private static void assertSignIn(ConfigurableApplicationContext app) {
        var store = app.getBean(JdbcAdapter.class);
        var ada = store.createUser(User.of(null, "Ada", "ada@example.com"));
        assertThat(SignedIn.as(ada, (SessionAdapter) store)
                        .get(Boot.address(app) + "/auth/session")
                        .text())
                .contains("ada@example.com");
    }

    /** What Spring Boot prints of a failed start. */
    private static FailureAnalysis problem(Class<?> configuration, String... settings) {
        var failure = catchThrowable(() -> run(configuration, settings).close());
        assertThat(failure).isNotNull();
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, e) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("a failure without explanation", failure));
    }
}
