package dev.cardea.host.micronaut;

import dev.cardea.Auth;
import dev.cardea.host.testkit.ContextPathContract;
import dev.cardea.host.testkit.ServedSite;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import java.util.Map;

class ContextPathTest extends ContextPathContract {
    private static final String TEST = "context-path";

    @Override
    protected ServedSite start(Auth auth) {
        var settings = Map.<String, Object>of("micronaut.server.context-path", PATH, "cardea.protect", "/account");
        var app = RunningApplication.by(TEST, auth, settings);
        return new ServedSite(app.port(), app);
    }

    @Controller
    @Requires(property = "test", value = TEST)
    static class Inside {
        @Get("/account")
        @Produces(MediaType.TEXT_PLAIN)
        String inside() {
            return INSIDE;
        }
    }
}
