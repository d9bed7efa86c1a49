package com.example.guides;

// sample
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The page at /oops, for sign-ins that failed. */
@RestController
public class SignInErrorController {
    @GetMapping(path = "/oops", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> page(@RequestParam(defaultValue = "Configuration") String error) {
        var text = switch (error) {
            case "AccessDenied" -> "This account doesn't have access.";
            case "Verification" -> "This link has expired or was already used. Request a new one.";
            default -> "Sign-in isn't working right now. Please try again later.";
        };
        var html = "<!doctype html><title>Sign-in</title><p>" + text + "</p><a href=\"/auth/signin\">Back</a>";
        return ResponseEntity.status(error.equals("AccessDenied") ? 403 : 200).body(html);
    }
}
// end
