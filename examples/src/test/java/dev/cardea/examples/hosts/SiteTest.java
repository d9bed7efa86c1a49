package dev.cardea.examples.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.Env;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SiteTest {
    private final JdbcDataSource database = new JdbcDataSource();
    private HttpServer server;
    private Auth auth;
    private String address;

    @BeforeEach
    void start() throws Exception {
        database.setURL("jdbc:h2:mem:site;DB_CLOSE_DELAY=-1");
        JdbcAdapter.builder(database).migrateOnStart().build().check();
        var env = Map.of(
                "AUTH_SECRET", "0123456789abcdef0123456789abcdef", "AUTH_GOOGLE_ID", "g", "AUTH_GOOGLE_SECRET", "gs");
        var config = Site.config("smtp://127.0.0.1:1", database, user -> Site.Role.EDITOR);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        auth = Auth.of(config.env(Env.of(env)));
        Site.serve(server, auth);
        server.start();
        address = "http://localhost:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void there_are_three_ways_in() {
        var browser = Browser.of(Network.INSTANCE);
        assertThat(browser.open(address + "/auth/providers").text()).contains("\"google\"", "\"email\"", "\"passkey\"");
        assertThat(browser.open(address + "/auth/signin").text()).contains("Google", "Passkey");
    }

    @Test
    void strangers_see_the_open_page_only_and_who_is_signed_in_sees_themselves() {
        var stranger = Browser.of(Network.INSTANCE);
        assertThat(stranger.open(address + "/").text()).isEqualTo("Hello stranger");
        assertThat(stranger.open(address + "/account").text()).doesNotContain("Hello");
        assertThat(stranger.open(address + "/admin/x").text()).doesNotContain("Hello");

        var store = JdbcAdapter.of(database);
        var ada = ((UserAdapter) store).createUser(User.of(null, "Ada", "ada@example.com"));
        for (var page : new String[] {"/", "/account", "/admin/x"}) {
            assertThat(SignedIn.as(ada, (SessionAdapter) store)
                            .get(address + page)
                            .text())
                    .isEqualTo("Hello Ada");
        }
    }

    @Test
    void in_parts_it_is_the_same_page() throws Exception {
        server.removeContext("/");
        Site.serveInParts(server, auth);
        assertThat(Browser.of(Network.INSTANCE).open(address + "/account").text())
                .doesNotContain("Hello");
        var store = JdbcAdapter.of(database);
        var grace = store.createUser(User.of(null, "Grace", "grace@example.com"));
        assertThat(SignedIn.as(grace, store).get(address + "/account").text()).isEqualTo("Hello Grace, EDITOR");
    }

    @Test
    void browsers_see_the_role_and_nothing_of_the_row() {
        var store = JdbcAdapter.of(database);
        var ada = store.createUser(User.of(null, "Ada", "ada-of-rows@example.com"));
        assertThat(SignedIn.as(ada, store).get(address + "/auth/session").text())
                .contains("\"role\":\"EDITOR\"")
                .doesNotContain("sessionToken", "userId", "emailVerified");
    }
}
