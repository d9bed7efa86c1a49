package dev.cardea.host.helidon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import org.junit.jupiter.api.Test;

class AccountsTest {
    private final InMemoryAdapter store = new InMemoryAdapter();
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .adapter(store));

    @Test
    void a_handler_reads_accounts_and_passkeys_of_the_user_who_sent_the_request() {
        var server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing.addFilter(CardeaFilter.of(auth))
                        .get("/settings", (req, res) -> res.send(settings(req))))
                .build()
                .start();
        try {
            var ada = SignedIn.as(store.createUser(User.of(null, "Ada", "ada@example.com")), store);
            var page = "http://127.0.0.1:" + server.port() + "/settings";
            assertThat(ada.get(page).text()).isEqualTo("1 sessions, 0 passkeys");
            assertThat(Browser.of(Network.INSTANCE).open(page).text()).isEqualTo("no user");
        } finally {
            server.stop();
        }
    }

    private static String settings(ServerRequest request) {
        return CardeaFilter.accounts(request)
                .map(mine -> mine.sessions().size() + " sessions, "
                        + CardeaFilter.passkeys(request).orElseThrow().list().size() + " passkeys")
                .orElse("no user");
    }
}
