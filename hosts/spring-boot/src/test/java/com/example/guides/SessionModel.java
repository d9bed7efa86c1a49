package com.example.guides;

// sample
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.User;
import java.util.Optional;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Adds the signed-in user to the model of every page. */
@ControllerAdvice
public class SessionModel {
    @ModelAttribute("user")
    User user(Optional<Session> session) {
        return session.map(Session::user).orElse(null);
    }

    @ModelAttribute("isAdmin")
    boolean isAdmin(Optional<Session> session) {
        return session.filter(s -> SessionPrincipal.of(s).roles().contains("ADMIN"))
                .isPresent();
    }
}
// end
