package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site whose address is not fixed, is plain http, or that has no provider gets advice. */
class TrustHostAdviceTest {
    private static final String ADVICE = "trustHost accepts any Host header; set url";

    @TempDir
    private Path folder;

    private ServerSettings read(String lines, Map<String, String> variables) throws Exception {
        var file = folder.resolve("c.yml");
        Files.writeString(file, "secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\n" + lines);
        return ConfigFile.read(file, Env.of(variables));
    }

    @Test
    void a_site_of_which_visitors_reach_nothing_leads_to_advice() throws Exception {
        assertThat(read("", Map.of()).advice())
                .hasSize(2)
                .anyMatch(
                        line -> line.startsWith("url is missing, so requests for any host but localhost are rejected"))
                .anyMatch(line -> line.startsWith("providers is empty, so no one can sign in"));
        for (var fixed : new String[] {"url: https://app.example", "bridge: true", "allowedHosts: [app.example]"}) {
            assertThat(read(fixed + "\nproviders: [github]\n", Map.of()).advice())
                    .as(fixed)
                    .isEmpty();
        }
        assertThat(read("env: development\nproviders: [github]\n", Map.of()).advice())
                .isEmpty();
    }

    @Test
    void a_public_address_of_plain_http_leads_to_advice() throws Exception {
        assertThat(read("url: http://app.example\nproviders: [github]\n", Map.of())
                        .advice())
                .singleElement()
                .asString()
                .startsWith("url is plain http, so anyone on the network can read your visitors' sessions");
        for (var local : new String[] {"http://localhost:3000", "http://127.0.0.1:3000"}) {
            assertThat(read("url: " + local + "\nproviders: [github]\n", Map.of())
                            .advice())
                    .as(local)
                    .isEmpty();
        }
    }

    @Test
    void trustHost_without_an_address_leads_to_advice() throws Exception {
        assertThat(read("trustHost: true\nproviders: [github]\n", Map.of()).advice())
                .singleElement()
                .asString()
                .startsWith(ADVICE)
                .endsWith("allowedHosts");
        assertThat(read("", Map.of("AUTH_TRUST_HOST", "true")).advice())
                .as("from the environment")
                .anyMatch(line -> line.startsWith(ADVICE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trustHost: true\nurl: https://app.example\n",
                "trustHost: true\nallowedHosts: [app.example]\n",
                "trustHost: false\nurl: https://app.example\n"
            })
    void a_site_whose_address_is_fixed_gets_none(String lines) throws Exception {
        assertThat(read(lines, Map.of()).advice()).noneMatch(line -> line.contains("trustHost"));
    }

    @Test
    void an_address_in_the_environment_fixes_it_too() throws Exception {
        var variables = Map.of("AUTH_URL", "https://app.example");
        assertThat(read("trustHost: true\n", variables).advice()).noneMatch(line -> line.contains("trustHost"));
    }
}
