// sample
package com.example.notes;

import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.spring.SignedIn;
import dev.cardea.model.Session;
import jakarta.persistence.EntityManager;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@SignedIn
@RestController
class NotesController {
    private final NoteRepository notes;
    private final EntityManager entities;

    NotesController(NoteRepository notes, EntityManager entities) {
        this.notes = notes;
        this.entities = entities;
    }

    @Transactional
    @PostMapping("/notes")
    public void add(HttpServletRequest request, Session session, @RequestParam String content) {
        if (!Cardea.isSameOrigin(request)) throw new ResponseStatusException(HttpStatus.FORBIDDEN);
        var author = entities.getReference(AppUser.class, session.user().id());
        notes.save(new Note(author, content));
    }

    @GetMapping("/notes")
    List<String> all(Session session) {
        return notes.findByAuthorIdOrderById(session.user().id()).stream()
                .map(Note::getContent)
                .toList();
    }
}
// end
