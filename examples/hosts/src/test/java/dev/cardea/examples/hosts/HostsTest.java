package dev.cardea.examples.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.config.Env;
import dev.cardea.examples.hosts.Site.Role;
import dev.cardea.examples.hosts.Site.RunningSite;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Network;
import dev.cardea.testing.Require;
import dev.cardea.testing.SignedIn;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each site is started and visited, on one PostgreSQL. */
@Tag("nightly")
@Tag("part")
@Tag("store")
class HostsTest {
    private static EmbeddedPostgres postgres;
    private static DataSource database;
    private static Auth auth;

    interface Start {
        RunningSite at(int port, Auth auth) throws Exception;
    }

    enum Host {
        JDK(JdkSite::start),
        SERVLET(ServletSite::start),
        JAVALIN(JavalinSite::start),
        VERTX(VertxSite::start);

        private final Start start;

        Host(Start start) {
            this.start = start;
        }
    }

    @BeforeAll
    static void database() throws IOException {
        Require.part("embedded PostgreSQL", () -> {
            postgres = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
            return true;
        });
        database = postgres.getPostgresDatabase();
        var config = Site.config("smtp://127.0.0.1:1", database, user -> Role.EDITOR);
        auth = Auth.of(config.env(environment()));
    }

    /** All that the sites need besides their code, and what the guide counts. */
    private static Env environment() throws IOException {
        var variables = new Properties();
        variables.load(HostsTest.class.getResourceAsStream("/environment.properties"));
        return variables::getProperty;
    }

    @AfterAll
    static void stop() throws Exception {
        if (postgres != null) postgres.close();
    }

    @ParameterizedTest
    @EnumSource
    void five_tasks_are_done(Host host) throws Exception {
        var site = host.start.at(0, auth);
        try {
            var address = "http://localhost:" + site.port();
            var stranger = Browser.of(Network.INSTANCE);
            assertThat(stranger.open(address + "/auth/providers").text())
                    .contains("\"google\"", "\"email\"", "\"passkey\"");
            assertThat(stranger.open(address + "/auth/signin").text()).contains("Google", "Passkey");
            assertThat(stranger.open(address + "/").text()).isEqualTo("Hello stranger");
            assertThat(stranger.open(address + "/account").text()).doesNotContain("Hello");
            assertThat(stranger.open(address + "/admin/x").text()).doesNotContain("Hello");

            var ada = ada().browser(address);
            assertThat(ada.open(address + "/").text()).isEqualTo("Hello Ada");
            assertThat(ada.open(address + "/account").text()).isEqualTo("Hello Ada");
            assertThat(ada.open(address + "/admin/x").text()).isEqualTo("Hello Ada");
            assertThat(ada.open(address + "/auth/session").text())
                    .contains("\"role\":\"EDITOR\"")
                    .doesNotContain("sessionToken", "userId", "emailVerified");

            var post = Request.post(address + "/out", "application/x-www-form-urlencoded", "");
            assertThat(ada.send(post.header("Origin", "https://evil.example")).status())
                    .isEqualTo(403);
            assertThat(ada.open(address + "/").text()).isEqualTo("Hello Ada");
            var out = ada.send(post.header("Origin", address));
            assertThat(out.header("Location")).hasValue(address + "/");
            assertThat(ada.open(address + "/").text()).isEqualTo("Hello stranger");
        } finally {
            site.stop().close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void no_attack_succeeds(Host host) throws Exception {
        var site = host.start.at(0, auth);
        try {
            var report = Attacks.against("http://localhost:" + site.port())
                    .protectedPath("/account")
                    .groups(Group.ANONYMOUS)
                    .run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            assertThat(report.notRun())
                    .filteredOn(it -> it.attack().group() == Group.ANONYMOUS)
                    .isEmpty();
        } finally {
            site.stop().close();
        }
    }

    /** Who signed up by link or passkey has no name. */
    @ParameterizedTest
    @EnumSource
    void a_user_without_a_name_is_greeted_by_address(Host host) throws Exception {
        var site = host.start.at(0, auth);
        try {
            var address = "http://localhost:" + site.port();
            var store = JdbcAdapter.of(database);
            var user = store.createUser(User.of(null, null, UUID.randomUUID() + "@example.com"));
            var nameless = SignedIn.as(user, store);
            assertThat(nameless.get(address + "/account").text()).isEqualTo("Hello " + user.email());
            var me = auth.session(nameless.on(Request.get(address + "/")))
                    .orElseThrow()
                    .as(Site.Me.class);
            assertThat(me.name()).isNull();
            assertThat(me.role()).isEqualTo(Role.EDITOR);
        } finally {
            site.stop().close();
        }
    }

    @Test
    void the_JDK_serves_it_in_parts_as_well() throws Exception {
        var server = Jdk.server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        JdkSite.inParts(
                server,
                auth,
                auth.wrap((request, who) ->
                        Response.of(200, "text/plain", who.orElseThrow().user().name())));
        server.start();
        try {
            var page = "http://localhost:" + server.getAddress().getPort() + "/account";
            assertThat(Browser.of(Network.INSTANCE).open(page).text()).isNotEqualTo("Ada");
            assertThat(ada().get(page).text()).isEqualTo("Ada");
        } finally {
            server.stop(0);
        }
    }

    private static SignedIn ada() {
        var store = JdbcAdapter.of(database);
        return SignedIn.as(store.createUser(User.of(null, "Ada", UUID.randomUUID() + "@example.com")), store);
    }
}
