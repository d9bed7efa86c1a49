package dev.cardea.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ModuleRoutesTest {
    private final Map<String, String> nicknames = new ConcurrentHashMap<>();

    @Test
    void the_route_of_a_module_is_served_below_the_base_path() {
        var config = AuthConfig.builder().env(Env.none()).secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63");
        // sample
        config.extension(new Nicknames(nicknames));
        // end
        var auth = Auth.of(config);
        var request = Request.get("http://localhost/auth/nickname");
        assertTrue(auth.handles(request));
        assertEquals("{\"error\":\"AccessDenied\"}", auth.handle(request).text());
    }
}
