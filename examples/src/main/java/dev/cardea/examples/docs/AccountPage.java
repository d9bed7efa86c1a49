package dev.cardea.examples.docs;

import dev.cardea.Auth;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page on which people manage how they sign in. */
public final class AccountPage {
    private AccountPage() {}

    public static HttpHandler show(Auth auth) {
        // sample
        HttpHandler show = request -> {
            var mine = auth.accounts(request).orElse(null);
            if (mine == null) return Response.redirect("/auth/signin?callbackUrl=/settings");
            var accounts = mine.linked().stream().map(a -> a.provider() + " " + a.providerAccountId());
            var places = mine.sessions().stream().map(s -> s.id() + (s.isCurrent() ? " (here)" : ""));
            var lines = Stream.concat(accounts, places).collect(Collectors.joining("\n"));
            return Response.of(200, "text/plain", lines);
        };
        // end
        return show;
    }

    public static Response add(Auth auth, Request request) {
        // sample
        return auth.accounts(request).orElseThrow().link("gitlab", "/settings").toResponse();
        // end
    }

    public static Response remove(Auth auth, Request request, String provider, String account) {
        var mine = auth.accounts(request).orElseThrow();
        // sample
        return switch (mine.unlink(provider, account)) {
            case REMOVED, NOT_LINKED -> Response.redirect("/settings");
            case LAST_SIGN_IN_METHOD -> Response.of(409, "text/plain", "Add another way to sign in first.");
        };
        // end
    }

    public static void leave(Auth auth, Request request, String session) {
        var mine = auth.accounts(request).orElseThrow();
        // sample
        mine.endSession(session); // one place
        mine.endOtherSessions(); // everywhere but here
        // end
    }
}
