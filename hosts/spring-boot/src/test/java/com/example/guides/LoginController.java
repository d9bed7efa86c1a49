package com.example.guides;

// sample
import dev.cardea.action.SignIn;
import dev.cardea.error.AuthException;
import dev.cardea.host.servlet.Cardea;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The page at /login, with one form for GitHub and one for a sign-in link. */
@RestController
@RequestMapping("/login")
public class LoginController {
    private static final String PAGE = """
            <!doctype html>
            <title>Log in</title>
            %s
            <form method="post">
              <button name="provider" value="github">Log in with GitHub</button>
            </form>
            <form method="post">
              <input type="email" name="email" autocomplete="email" required>
              <button name="provider" value="email">Email me a link</button>
            </form>
            """;

    @GetMapping(produces = MediaType.TEXT_HTML_VALUE)
    String page(@RequestParam Optional<String> error) {
        return PAGE.formatted(error.isEmpty() ? "" : "<p>That didn't work. Please try again.</p>");
    }

    @PostMapping
    void signIn(
            @RequestParam String provider,
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "/") String callbackUrl,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (!Cardea.isSameOrigin(request)) {
            response.sendError(403);
            return;
        }
        try {
            Cardea.signIn(
                    request,
                    response,
                    SignIn.with(provider).field("email", email).redirectTo(callbackUrl));
        } catch (AuthException e) {
            response.sendRedirect("/login?error=" + e.type().publicCode());
        }
    }
}
// end
