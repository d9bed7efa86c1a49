package dev.cardea.accounts;

import dev.cardea.http.Form;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.module.PageRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where users who haven't proven enough do so, and come back. */
final class Reauthentication {
    static final String PATH = "/reauth";

    /** The parameter that says what is missing. */
    static final String NEED = "need";

    /** As of RFC 9470, section 3. */
    private static final String ERROR = "insufficient_user_authentication";

    private Reauthentication() {}

    /**
     * Returns path and query, below the base path.
     *
     * @param callbackUrl where the user was about to do something
     */
    static String path(String callbackUrl) {
        return PATH + "?" + Form.encode(Map.of("callbackUrl", callbackUrl));
    }

    /** Returns the response in place of a page: the way to prove what is missing, and back. Scripts and programs get 401. */
    static Response response(PageRequest page, StepUp need) {
        var query = new LinkedHashMap<String, String>();
        if (need.kind() != StepUp.Kind.FRESH) query.put(NEED, need.kind().wire());
        if (page.opensPage()) query.put("callbackUrl", page.url());
        var url = page.baseUrl() + PATH + (query.isEmpty() ? "" : "?" + Form.encode(query));
        var response = page.opensPage() ? Response.redirect(url) : challenge(need, url);
        return response.header("Cache-Control", "private, no-store").header("X-Content-Type-Options", "nosniff");
    }

    /** The scheme is an own one: what is missing isn't a token of OAuth. */
    private static Response challenge(StepUp need, String url) {
        var header = "Session error=\"" + ERROR + "\"";
        var body = Claims.of("error", ERROR);
        if (need.maxAge().isPresent()) {
            long seconds = need.maxAge().get().toSeconds();
            header += ", max_age=\"" + seconds + "\"";
            body = body.with("max_age", seconds);
        }
        return Response.json(401, body.with("url", url).toJson()).header("WWW-Authenticate", header);
    }
}
