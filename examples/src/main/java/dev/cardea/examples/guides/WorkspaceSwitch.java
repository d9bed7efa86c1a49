package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.model.Session;
import java.util.Set;

/** Lets a signed-in user change the workspace that the token session (JWT) contains. */
public final class WorkspaceSwitch {
    private static final Claim<String> WORKSPACE = Claim.text("workspace");
    private static final Set<String> WORKSPACES = Set.of("sales", "support");

    private WorkspaceSwitch() {}

    /** Accepts a change from the application only if it names a workspace that exists. */
    public static Callbacks callbacks() {
        return Callbacks.DEFAULT
                .jwt(p -> {
                    if (p.trigger() != Trigger.UPDATE || p.session() == null) return p.token();
                    var wanted = Session.ofJson(p.session()).get(WORKSPACE).orElse("");
                    return WORKSPACES.contains(wanted) ? p.token().with(WORKSPACE, wanted) : p.token();
                })
                .session(p -> p.token() == null
                        ? p.session()
                        : p.session().with(WORKSPACE, p.token().get(WORKSPACE).orElse("sales")));
    }

    /** Answers POST /workspace. */
    public static HttpHandler page(Auth auth) {
        return auth.protect(request -> change(auth, request));
    }

    private static Response change(Auth auth, Request request) {
        if (!request.method().equals("POST") || !auth.isSameOrigin(request)) return Response.of(403);
        var wanted = Form.decode(request.text()).getOrDefault("workspace", "");
        var session = auth.session(request).orElseThrow().with(WORKSPACE, wanted);
        return Response.redirect("/")
                .cookies(auth.unstableUpdate(request, session).cookies());
    }
}
// end
