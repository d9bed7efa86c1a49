package com.example.guides;

// sample
import dev.cardea.action.SignOut;
import dev.cardea.host.servlet.Cardea;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
public class SignOutController {
    private final String atProvider;

    SignOutController(
            @Value("${app.end-session-endpoint}") String endSession,
            @Value("${AUTH_KEYCLOAK_ID}") String clientId,
            @Value("${app.home}") String home) {
        atProvider = UriComponentsBuilder.fromUriString(endSession)
                .queryParam("client_id", "{client}")
                .queryParam("post_logout_redirect_uri", "{home}")
                .encode()
                .buildAndExpand(clientId, home)
                .toUriString();
    }

    @PostMapping("/sign-out")
    void signOut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!Cardea.isSameOrigin(request)) {
            response.sendError(403);
            return;
        }
        Cardea.signOutWithoutRedirect(request, response, SignOut.to("/"));
        response.sendRedirect(atProvider);
    }
}
// end
