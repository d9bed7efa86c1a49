package com.example.guides;

// sample
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.spring.SignedIn;
import dev.cardea.model.Session;
import dev.cardea.password.Passwords;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The page at /password, on which a signed-in user sets a password: after a sign-up, and after a forgotten one. */
@SignedIn
@RestController
@RequestMapping("/password")
public class PasswordController {
    private static final String PAGE = """
            <!doctype html>
            <title>Set a password</title>
            <form method="post">
              <input type="password" name="password" autocomplete="new-password" minlength="15" required>
              <button>Save</button>
            </form>
            """;

    private final Passwords passwords;
    private final PasswordTable table;
    private final JdbcAdapter store;

    PasswordController(Passwords passwords, PasswordTable table, JdbcAdapter store) {
        this.passwords = passwords;
        this.table = table;
        this.store = store;
    }

    @GetMapping(produces = MediaType.TEXT_HTML_VALUE)
    String page() {
        return PAGE;
    }

    @PostMapping
    ResponseEntity<String> save(Session session, @RequestParam String password, HttpServletRequest request) {
        if (!Cardea.isSameOrigin(request))
            return ResponseEntity.status(HttpStatus.FORBIDDEN).build();
        if (password.length() < 15) return ResponseEntity.badRequest().body("At least 15 characters, please.");
        var userId = session.user().id();
        table.store(userId, passwords.hash(password));
        store.deleteSessionsByUserId(userId, ""); // no session is kept, so every browser signs in again
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("/auth/signin"))
                .build();
    }
}
// end
