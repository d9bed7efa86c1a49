package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardAuthKeysTest {
    private static final String SITE =
            "secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\nurl: https://a.example\ntrustedProxies: [10.0.0.0/8]\n";

    @TempDir
    Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("cardea.yml"), text);
    }

    private List<String> findings(String text) throws IOException {
        var file = file(text);
        var rejected = catchThrowableOfType(ConfigException.class, () -> ConfigFile.read(file, Env.none()));
        return rejected.lines().stream()
                .map(line -> line.substring(line.indexOf("cardea.yml:") + "cardea.yml:".length()))
                .toList();
    }

    private static Request asked(String path, String peer) {
        return Request.of(
                "GET", "http", "/auth/verify/ext-authz" + path, Headers.of("Host", "a.example"), new byte[0], peer);
    }

    @Test
    void the_group_switches_the_routes_on() throws Exception {
        var group = "forwardAuth: { audience: 'https://a.example', public: [/docs/*] }";
        var auth = Auth.of(ConfigFile.read(file(SITE + group), Env.none()).auth());
        assertThat(auth.handle(asked("/docs/a", "10.0.0.1")).status()).isEqualTo(200);
        assertThat(auth.handle(asked("/orders", "10.0.0.1")).status()).isEqualTo(401);
        assertThat(auth.handle(asked("/docs/a", "192.0.2.1")).status()).isEqualTo(404);
        assertThat(auth.handle(Request.get("https://a.example/auth/jwks")).status())
                .isEqualTo(200);

        var off = Auth.of(ConfigFile.read(file(SITE), Env.none()).auth());
        assertThat(off.handle(asked("/docs/a", "10.0.0.1")).status()).isEqualTo(400);
    }

    @Test
    void all_errors_are_reported_with_their_lines() throws Exception {
        assertThat(findings("""
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                forwardAuth:
                  audience: https://a.example/x
                  public: [docs, /a]
                  rules:
                    - { path: /admin/, roles: [admin] }
                    - { roles: [admin] }
                    - { path: /b, roles: [""] }
                """))
                .containsExactly(
                        "2: forwardAuth needs url (AUTH_URL): it is the issuer of identity tokens, and where visitors sign in",
                        "2: forwardAuth needs trustedProxies: it only responds to these IP addresses; list "
                                + "those of your proxies",
                        "3: key \"forwardAuth.audience\" is rejected: the audience https://a.example/x is not an origin;"
                                + " write it like https://app.example, without a path",
                        "4: key \"forwardAuth.public\" is rejected: docs is not a pattern; write /page, /folder/* or /*",
                        "6: key \"forwardAuth.rules.path\" is rejected: /admin/ is not a pattern; write it without its last"
                                + " slash, which covers both spellings",
                        "7: key \"forwardAuth.rules.path\" is missing; write it like /admin/*",
                        "8: key \"forwardAuth.rules.path\" is rejected: the rule for /b has an empty role");
    }

    /** A proxy's question is not signed, so no origin says which deployment to ask. */
    @Test
    void a_hook_that_decides_about_pages_needs_the_address_of_the_application() throws Exception {
        var site = SITE + "forwardAuth: { audience: 'https://a.example' }\n";
        var origins = "origins: ['https://*.a.example'], path: /api/auth/hooks";
        var missing = "5: key \"hooks.url\" is missing: forwardAuth calls the application's callback "
                + "authorized; set it, or remove authorized from hooks.callbacks";
        assertThat(findings(site + "hooks: { " + origins + " }")).containsExactly(missing);
        assertThat(findings(site + "hooks: { callbacks: [authorized], " + origins + " }"))
                .containsExactly(missing);
        for (var hooks : List.of("url: 'https://a.example/api/auth/hooks'", "callbacks: [signIn]")) {
            var file = file(site + "bridge: true\nhooks: { " + hooks + ", " + origins + " }");
            assertThat(ConfigFile.read(file, Env.none())).isNotNull();
        }
    }

    @Test
    void the_command_line_shows_and_explains_rules() throws Exception {
        var file = file(SITE
                + "forwardAuth: { audience: 'https://a.example', rules: [{ path: /admin/*, roles: [admin, owner] }] }");
        assertThat(EffectiveConfig.of(file, Env.none()))
                .anyMatch(line -> line.startsWith("forwardAuth.rules[0].path: /admin/*  #"))
                .anyMatch(line -> line.startsWith("forwardAuth.rules[0].roles: [admin, owner]  #"));
        assertThat(KeyReference.explain("forwardAuth.rules.roles").orElseThrow())
                .contains("  The user needs one of these roles; without roles, every signed-in user has access.");
        assertThat(KeyReference.explain("forwardAuth.rules").orElseThrow()).contains("  keys: path, roles");
    }
}
