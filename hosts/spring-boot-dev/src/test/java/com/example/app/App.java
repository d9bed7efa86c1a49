package com.example.app;

import dev.cardea.model.Session;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that knows nothing of development mode. */
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
}
