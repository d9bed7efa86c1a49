package com.example.guides;

// sample
import dev.cardea.token.Secrets;
import dev.cardea.token.TokenReader;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
public class ReportsController {
    private final TokenReader reader;

    ReportsController(@Value("${AUTH_SECRET}") String secret) {
        reader = TokenReader.with(Secrets.of(secret)).secureCookie(true);
    }

    @GetMapping("/reports")
    String reports(HttpServletRequest request) {
        return reader.read(request::getHeader)
                .map(claims -> "reports of " + claims.text("sub"))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED));
    }
}
// end
