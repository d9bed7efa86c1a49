package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.StoreLocation;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.ConfigurationException;
import dev.cardea.providers.Google;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProductionGuardTest {
    @TempDir
    private Path folder;

    private AuthConfig.Builder configuration(Map<String, String> variables) {
        return CardeaDev.in(folder.resolve("dev"))
                .extend(AuthConfig.builder().env(Env.of(variables)).provider(Google.provider()));
    }

    private void assertRefused(AuthConfig.Builder config, String why) {
        assertThatThrownBy(config::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("development mode doesn't start in production")
                .hasMessageContaining(why);
        assertThat(folder.resolve("dev")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"CARDEA_ENV, production", "NODE_ENV, production", "NODE_ENV, ' Production '"})
    void a_production_environment_is_refused(String name, String value) {
        assertRefused(configuration(Map.of(name, value)), name + " is production");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prod", "PROD", "live", "staging", "productive", "dev", "1"})
    void an_environment_that_is_not_known_is_refused_with_the_words_that_are(String value) {
        assertRefused(
                configuration(Map.of("CARDEA_ENV", value)),
                "CARDEA_ENV isn't a known environment; set it to development or test");
        assertRefused(configuration(Map.of("CARDEA_ENV", "test", "NODE_ENV", value)), "NODE_ENV");
    }

    @ParameterizedTest
    @ValueSource(strings = {"development", "test", " Development ", ""})
    void an_environment_for_development_starts(String value) {
        assertThatCode(() -> configuration(Map.of("CARDEA_ENV", value)).build()).doesNotThrowAnyException();
    }

    @Test
    void a_production_node_environment_is_refused_beside_a_development_environment() {
        assertRefused(configuration(Map.of("CARDEA_ENV", "development", "NODE_ENV", "production")), "NODE_ENV");
    }

    @Test
    void a_configuration_for_production_is_refused() {
        assertRefused(configuration(Map.of()).environment(Environment.PRODUCTION), "environment is production");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://app.example", "http://192.168.1.5:3000", "http://localhost.example"})
    void a_public_url_is_refused(String url) {
        assertRefused(configuration(Map.of()).url(url), "url");
        assertRefused(configuration(Map.of("AUTH_URL", url)), "url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:3000",
                "http://127.0.0.1:8080/auth",
                "http://app.localhost",
                "http://[::1]:3000"
            })
    void a_url_of_this_machine_is_accepted(String url) {
        assertThatCode(configuration(Map.of("AUTH_URL", url))::build).doesNotThrowAnyException();
    }

    @Test
    void a_store_on_another_machine_is_refused_always() {
        var store = at(StoreLocation.Location.REMOTE);
        assertRefused(configuration(Map.of()).adapter(store), "store");
        assertRefused(kept(store), "store");
        assertRefused(kept(store), "while it's running");
    }

    @Test
    void a_store_that_does_not_say_where_it_is_is_refused() {
        var unknown = (Adapter) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {UserAdapter.class}, (proxy, method, args) -> null);
        assertRefused(configuration(Map.of()).adapter(unknown), "store");
    }

    @Test
    void a_store_in_another_process_of_this_machine_needs_a_word() {
        var store = at(StoreLocation.Location.LOOPBACK);
        assertRefused(configuration(Map.of()).adapter(store), "keepStore() or pass --keep-store");
        assertThatCode(kept(store)::build).doesNotThrowAnyException();
    }

    @Test
    void embedded_stores_are_accepted() {
        var h2 = new JdbcDataSource();
        h2.setUrl("jdbc:h2:mem:production-guard;DB_CLOSE_DELAY=-1");
        var database = JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
        assertThatCode(configuration(Map.of()).adapter(database)::build).doesNotThrowAnyException();
        assertThatCode(configuration(Map.of()).adapter(new InMemoryAdapter())::build)
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jar:nested:/app/app.jar/!BOOT-INF/lib/cardea-dev.jar!/",
                "jar:file:/app/app.jar!/BOOT-INF/lib/cardea-dev.jar!/",
                "file:/app/exploded/BOOT-INF/lib/cardea-dev.jar",
                "file:/tomcat/webapps/ROOT/WEB-INF/lib/cardea-dev.jar",
                "vfs:/content/app.war/WEB-INF/lib/cardea-dev.jar",
                "file:/app/quarkus-app/lib/main/dev.cardea.cardea-dev.jar"
            })
    void a_packaged_application_is_refused(String location) {
        assertThatThrownBy(() -> ProductionGuard.requireUnpackaged(location, "file:/elsewhere/cardea-core.jar"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("packaged");
    }

    @Test
    void classes_of_unknown_origin_are_refused() {
        assertThatThrownBy(() -> ProductionGuard.requireUnpackaged(null, null)).hasMessageContaining("packaged");
    }

    @Test
    void one_jar_with_the_library_is_refused() throws Exception {
        var jar = folder.resolve("app.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var type : List.of(ProductionGuard.class, Auth.class)) add(type, out);
        }
        var urls = new ArrayList<URL>(List.of(jar.toUri().toURL()));
        for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        try (var loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            var config = loader.loadClass(AuthConfig.class.getName())
                    .getMethod("builder")
                    .invoke(null);
            loader.loadClass(CardeaDev.class.getName())
                    .getMethod("of", config.getClass())
                    .invoke(null, config);
            var build = config.getClass().getMethod("build");
            assertThatThrownBy(() -> build.invoke(config))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("one jar");
        }
    }

    private static void add(Class<?> type, JarOutputStream out) throws IOException {
        var name = type.getName().replace('.', '/') + ".class";
        try (var in = Objects.requireNonNull(type.getClassLoader().getResourceAsStream(name))) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
            out.closeEntry();
        }
    }

    @Test
    void the_same_place_as_the_library_is_refused() {
        assertThatThrownBy(() -> ProductionGuard.requireUnpackaged("file:/app/app.jar", "file:/app/app.jar"))
                .hasMessageContaining("one jar");
    }

    private AuthConfig.Builder kept(Adapter store) {
        return CardeaDev.in(folder.resolve("dev"))
                .keepStore()
                .extend(AuthConfig.builder()
                        .env(Env.none())
                        .provider(Google.provider())
                        .adapter(store));
    }

    /** A store in memory that claims to be elsewhere. */
    private static Adapter at(StoreLocation.Location location) {
        var store = new InMemoryAdapter();
        var types = InMemoryAdapter.class.getInterfaces();
        return (Adapter) Proxy.newProxyInstance(
                ProductionGuardTest.class.getClassLoader(),
                types,
                (proxy, method, args) -> method.getName().equals("location") ? location : method.invoke(store, args));
    }
}
