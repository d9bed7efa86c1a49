package dev.cardea.host.javalin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.javalin.Javalin;
import io.javalin.http.Context;
import org.junit.jupiter.api.Test;

class AccountsTest {
    private final InMemoryAdapter store = new InMemoryAdapter();
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .adapter(store));

    @Test
    void a_handler_reads_accounts_and_passkeys_of_the_user_who_sent_the_request() {
        var server = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.registerPlugin(CardeaPlugin.of(auth));
                    config.routes.get("/settings", ctx -> ctx.result(settings(ctx)));
                })
                .start("127.0.0.1", 0);
        try {
            var ada = SignedIn.as(store.createUser(User.of(null, "Ada", "ada@example.com")), store);
            var page = "http://127.0.0.1:" + server.port() + "/settings";
            assertThat(ada.get(page).text()).isEqualTo("1 sessions, 0 passkeys");
            assertThat(Browser.of(Network.INSTANCE).open(page).text()).isEqualTo("no user");
        } finally {
            server.stop();
        }
    }

    private static String settings(Context ctx) {
        return CardeaPlugin.accounts(ctx)
                .map(mine -> mine.sessions().size() + " sessions, "
                        + CardeaPlugin.passkeys(ctx).orElseThrow().list().size() + " passkeys")
                .orElse("no user");
    }
}
