package com.example.guides;

// sample
import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** An API for signed-in users. The {@code Session} argument makes it return 401 to all other visitors. */
@RestController
@RequestMapping("/api/notes")
public class NotesApi {
    @GetMapping
    Map<String, String> read(Session session) {
        return Map.of("owner", session.user().id());
    }

    @PostMapping
    Map<String, String> add(Session session, HttpServletRequest request) {
        if (!Cardea.isSameOrigin(request)) throw new ResponseStatusException(HttpStatus.FORBIDDEN, "another site");
        return Map.of("owner", session.user().id());
    }
}
// end
