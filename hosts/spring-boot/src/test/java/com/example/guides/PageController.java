package com.example.guides;

// sample
import dev.cardea.action.SignOut;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.spring.SignedIn;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

@Controller
public class PageController {
    @GetMapping("/")
    String home() {
        return "home";
    }

    @SignedIn
    @GetMapping("/account")
    String account() {
        return "account";
    }

    @PostMapping("/sign-out")
    void signOut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!Cardea.isSameOrigin(request)) response.sendError(403);
        else Cardea.signOut(request, response, SignOut.to("/"));
    }
}
// end
