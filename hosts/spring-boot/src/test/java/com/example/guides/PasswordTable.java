package com.example.guides;

// sample
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.password.PasswordCheck;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Your table of password hashes. Users enter their email address as the name. */
@Component
public class PasswordTable implements PasswordCheck.Lookup {
    private final JdbcClient jdbc;
    private final JdbcAdapter users;

    PasswordTable(JdbcClient jdbc, JdbcAdapter users) {
        this.jdbc = jdbc;
        this.users = users;
    }

    @Override
    public Optional<PasswordCheck.StoredUser> byName(String email) {
        return users.getUserByEmail(email)
                .flatMap(user -> hash(user.id()).map(hash -> new PasswordCheck.StoredUser(user, hash)));
    }

    private Optional<String> hash(String userId) {
        return jdbc.sql("select hash from password where user_id = ?")
                .param(userId)
                .query(String.class)
                .optional();
    }

    void store(String userId, String hash) {
        int changed = jdbc.sql("update password set hash = ? where user_id = ?")
                .params(hash, userId)
                .update();
        if (changed > 0) return;
        jdbc.sql("insert into password (hash, user_id) values (?, ?)")
                .params(hash, userId)
                .update();
    }
}
// end
