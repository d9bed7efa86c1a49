package dev.cardea.testing;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;

/** A rejection by the token or userinfo endpoint (RFC 6749 §5.2, RFC 6750 §3). */
final class OpError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    OpError(int status, String code, String description) {
        super(description);
        this.status = status;
        this.code = code;
    }

    static OpError invalidRequest(String description) {
        return new OpError(400, "invalid_request", description);
    }

    static OpError invalidGrant(String description) {
        return new OpError(400, "invalid_grant", description);
    }

    static OpError invalidClient(String description) {
        return new OpError(401, "invalid_client", description);
    }

    String description() {
        return String.valueOf(getMessage());
    }

    Response response() {
        var body = Claims.of("error", code).with("error_description", description());
        var response = Response.json(status, Json.print(body)).header("Cache-Control", "no-store");
        return status == 401 ? response.header("WWW-Authenticate", scheme() + " error=\"" + code + "\"") : response;
    }

    private String scheme() {
        return code.equals("invalid_client") ? "Basic" : "Bearer";
    }
}
