package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignOut;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.util.Map;

/** Serves POST /sign-out: ends the session, and sends the browser to the provider, which ends its own. */
public final class SignOutAtProvider {
    private SignOutAtProvider() {}

    /**
     * @param endSession {@code end_session_endpoint} of the provider's discovery document
     * @param home where the provider sends the browser afterwards; registered with the provider
     */
    public static HttpHandler of(Auth auth, String endSession, String clientId, String home) {
        var query = Form.encode(Map.of("client_id", clientId, "post_logout_redirect_uri", home));
        return request -> {
            if (!request.method().equals("POST") || !auth.isSameOrigin(request)) return Response.of(403);
            var ended = auth.signOut(request, SignOut.to("/"));
            return new Redirect(endSession + "?" + query, ended.cookies()).toResponse();
        };
    }
}
// end
