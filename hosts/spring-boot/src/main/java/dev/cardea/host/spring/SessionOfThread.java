package dev.cardea.host.spring;

import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import java.util.Optional;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Spring keeps the request of a thread for as long as it is answered. */
final class SessionOfThread implements CurrentSession {
    @Override
    public Optional<Session> session() {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes here) {
            return Cardea.session(here.getRequest());
        }
        throw new IllegalStateException(
                "no request is answered on this thread, so nobody knows who is signed in; hand the session over");
    }
}
