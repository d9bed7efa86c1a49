package dev.cardea.host.quarkus.app;

import dev.cardea.Auth;
import dev.cardea.host.testkit.ContextPathContract;
import dev.cardea.host.testkit.ServedSite;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Map;

class ContextPathTest extends ContextPathContract {
    @Override
    protected ServedSite start(Auth auth) throws Exception {
        SharedSettings.auth = auth;
        return RunningApplication.start(
                Map.of("quarkus.http.root-path", PATH, "cardea.protect", "/account"), ContextPathTest.class);
    }

    @Singleton
    public static class Beans {
        @Produces
        @Singleton
        Auth auth() {
            return SharedSettings.auth;
        }
    }

    @Path("/")
    public static class Inside {
        @GET
        @Path("account")
        public String inside() {
            return INSIDE;
        }
    }
}
