package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** Serves POST /workspace. */
public final class WorkspaceSwitch {
    private WorkspaceSwitch() {}

    public static HttpHandler page(Auth auth) {
        return auth.protect(request -> change(auth, request));
    }

    private static Response change(Auth auth, Request request) {
        if (!request.method().equals("POST") || !auth.isSameOrigin(request)) return Response.of(403);
        var wanted = Form.decode(request.text()).getOrDefault("workspace", "");
        var session = auth.session(request).orElseThrow().with(Workspaces.WORKSPACE, wanted);
        return Response.redirect("/")
                .cookies(auth.unstableUpdate(request, session).cookies());
    }
}
// end
