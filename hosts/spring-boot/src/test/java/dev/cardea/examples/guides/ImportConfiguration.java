package dev.cardea.examples.guides;

// sample
import dev.cardea.adapter.jdbc.JdbcAdapter;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Imports the users of the table old_user when the application starts. */
@Configuration
public class ImportConfiguration {
    @Bean
    ApplicationRunner importUsers(JdbcClient jdbc, JdbcAdapter store) {
        var users = new AccountImport(store, "keycloak");
        var old = jdbc.sql("select subject, name, email, is_verified from old_user");
        return arguments -> old.query(AccountImport.Row.class).list().forEach(users::add);
    }
}
// end
