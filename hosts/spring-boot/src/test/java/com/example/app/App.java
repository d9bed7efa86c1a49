// sample
package com.example.app;

import dev.cardea.host.spring.SignedIn;
import dev.cardea.model.Session;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
    public static void main(String[] args) {
        SpringApplication.run(App.class, args);
    }

    @GetMapping(path = "/", produces = "text/plain")
    String home(Optional<Session> session) {
        return session.map(s -> "Hello " + s.user().email()).orElse("Who are you?");
    }

    @SignedIn
    @GetMapping(path = "/account", produces = "text/plain")
    String account(Session session) {
        return "Only you see this, " + session.user().email();
    }
}
// end
