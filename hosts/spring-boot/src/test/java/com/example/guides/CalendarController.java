package com.example.guides;

import dev.cardea.examples.guides.ProviderTokens;
// sample
import dev.cardea.model.Session;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.server.ResponseStatusException;

@RestController
public class CalendarController {
    private final ProviderTokens tokens;
    private final RestClient calendar;

    CalendarController(ProviderTokens tokens, RestClient calendar) {
        this.tokens = tokens;
        this.calendar = calendar;
    }

    @GetMapping("/events")
    String events(Session session) throws IOException, InterruptedException {
        var token = tokens.of(session.user().id())
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.CONFLICT, "sign in with Google again"));
        return calendar.get()
                .uri("/calendars/primary/events")
                .header("Authorization", "Bearer " + token)
                .retrieve()
                .body(String.class);
    }
}
// end
