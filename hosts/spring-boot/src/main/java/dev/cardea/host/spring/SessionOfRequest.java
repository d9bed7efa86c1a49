package dev.cardea.host.spring;

import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import java.util.Optional;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Spring binds the request to the thread that serves it. */
final class SessionOfRequest implements CurrentSession {
    @Override
    public Optional<Session> session() {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes here) {
            return Cardea.session(here.getRequest());
        }
        throw new IllegalStateException(
                "this thread serves no request, so it is unknown who is signed in; pass the session to it");
    }
}
