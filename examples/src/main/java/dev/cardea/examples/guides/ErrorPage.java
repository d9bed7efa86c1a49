package dev.cardea.examples.guides;

// sample
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** The page at /oops, for sign-ins that failed. */
public final class ErrorPage {
    private ErrorPage() {}

    public static HttpHandler handler() {
        return ErrorPage::page;
    }

    private static Response page(Request request) {
        var error = request.query("error").orElse("");
        var text = switch (error) {
            case "AccessDenied" -> "This account doesn't have access.";
            case "Verification" -> "This link has expired or was already used. Request a new one.";
            default -> "Sign-in isn't working right now. Please try again later.";
        };
        var html = "<!doctype html><title>Sign-in</title><p>" + text + "</p><a href=\"/auth/signin\">Back</a>";
        return Response.of(error.equals("AccessDenied") ? 403 : 200, "text/html; charset=utf-8", html);
    }
}
// end
