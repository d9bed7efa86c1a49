package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountsTest {
    @Controller
    @Produces("text/plain")
    @Requires(property = "test", value = "accounts")
    static class Pages {
        @Get("/settings")
        @ExecuteOn(TaskExecutors.BLOCKING)
        String settings(HttpRequest<?> request) {
            return Cardea.accounts(request)
                    .map(mine -> mine.sessions().size() + " sessions, "
                            + Cardea.passkeys(request).orElseThrow().list().size() + " passkeys")
                    .orElse("no user");
        }
    }

    @Test
    void a_handler_reads_accounts_and_passkeys_of_the_user_who_sent_the_request() {
        var store = new InMemoryAdapter();
        var ada = SignedIn.as(store.createUser(User.of(null, "Ada", "ada@example.com")), store);
        try (var app = RunningApplication.by("accounts", config -> config.adapter(store), Map.of())) {
            assertThat(app.send(app.to("/settings").header("Cookie", ada.cookies()))
                            .body())
                    .isEqualTo("1 sessions, 0 passkeys");
            assertThat(app.get("/settings").body()).isEqualTo("no user");
        }
    }
}
