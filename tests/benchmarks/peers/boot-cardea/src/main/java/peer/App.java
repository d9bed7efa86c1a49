package peer;

import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.host.spring.SignedIn;

/** Cardea's starter, with token sessions or with sessions in PostgreSQL. */
@SpringBootApplication
@RestController
public class App {
    private final ObjectProvider<JdbcClient> database;

    public App(ObjectProvider<JdbcClient> database) {
        this.database = database;
    }

    public static void main(String[] arguments) {
        SpringApplication.run(App.class, arguments);
    }

    @Bean
    static CredentialsProvider credentials(Environment environment, ObjectProvider<Adapter> adapter) {
        boolean rows = "database".equals(environment.getProperty("cardea.session.strategy"));
        return CredentialsProvider.of((entered, request) -> {
                    if (!"secret".equals(entered.text("password"))) return Optional.empty();
                    var ada = User.of("1", "ada", "ada@example.com");
                    return Optional.of(rows ? stored((UserAdapter) adapter.getObject(), ada) : ada);
                })
                .field("username", CredentialInput.text("User"))
                .field("password", CredentialInput.password("Password"))
                .databaseSessions(rows);
    }

    private static User stored(UserAdapter users, User ada) {
        return users.getUserByEmail("ada@example.com").orElseGet(() -> users.createUser(ada));
    }

    /** What one query costs. */
    @GetMapping("/query")
    Map<String, String> query() {
        return Map.of("name", database.getObject().sql("select 'ada' where 1 = ?").param(1).query(String.class).single());
    }

    @SignedIn
    @GetMapping("/me")
    Map<String, String> me(Session session) {
        return Map.of("name", String.valueOf(session.user().name()));
    }
}
