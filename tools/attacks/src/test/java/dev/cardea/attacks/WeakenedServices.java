package dev.cardea.attacks;

import dev.cardea.AuthConfig;
import dev.cardea.attacks.WeakenedSiteTest.Case;
import dev.cardea.forward.ForwardAuth;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sites before an application that trusts headers, and sites whose store does not answer. */
final class WeakenedServices {
    private WeakenedServices() {}

    static List<Case> cases() {
        var isStoreDown = new AtomicBoolean();
        return List.of(
                new Case(
                        "A48",
                        "the application trusts the headers of the client",
                        WeakenedServices::withForwardAuth,
                        (request, site) -> {
                            var client = behindProxy(request);
                            var user = request.header("cardea-user-name");
                            return request.path().equals("/") && user.isPresent()
                                    ? Response.of(200, "text/plain", "Good morning, " + user.get())
                                    : site.handle(client);
                        }),
                new Case("A49", "the guard opens while the store does not answer", (request, site) -> {
                    if (request.path().equals(DevelopmentDouble.FAULTS)) {
                        var form = Form.decode(request.text());
                        if (form.containsValue("STORE_FAILS")) isStoreDown.set(!form.containsKey("off"));
                    }
                    return isStoreDown.get() && request.path().equals(AttackedSite.PROTECTED)
                            ? Response.of(200, "text/plain", "the balance")
                            : site.handle(request);
                }));
    }

    /** The site that this thread has started last, behind a proxy on this machine. */
    static AuthConfig.Builder withForwardAuth(AuthConfig.Builder config) {
        var origin = AttackedSite.started().url();
        return config.url(origin)
                .trustedProxies("127.0.0.1")
                .extension(ForwardAuth.of(origin).publicPaths("/"));
    }

    /** The proxy asks with the forwarding headers; those of clients are replaced. */
    private static Request behindProxy(Request request) {
        return request.path().startsWith("/auth/verify/")
                ? request
                : WeakenedSiteTest.without(request, "x-forwarded-for");
    }
}
