package com.example.guides;

// sample
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.spring.SignedIn;
import dev.cardea.model.Session;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The page at /note, on which each user keeps a note. */
@SignedIn
@RestController
public class NoteController {
    private final Map<String, String> notes = new ConcurrentHashMap<>(); // use a table instead

    @GetMapping("/note")
    String show(Session session) {
        return notes.getOrDefault(session.user().id(), "No note yet.");
    }

    @PostMapping("/note")
    void store(Session session, @RequestParam String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!Cardea.isSameOrigin(request)) {
            response.sendError(403, "Another site sent this form.");
            return;
        }
        notes.put(session.user().id(), text);
        response.sendRedirect("/note");
    }
}
// end
