package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A logout of the application of the page for Spring Boot; with the Maven profile {@code keycloak}. */
@ResourceLock(Keycloak.LOCK)
@Tag("keycloak")
@Tag("nightly")
@Tag("part")
@Tag("process")
class KeycloakSpringBootTest {
    private static final String CONFIGURATION = """
            package com.example.app;

            import dev.cardea.provider.Provider;
            import dev.cardea.provider.ProviderLogout;
            import dev.cardea.provider.ProviderLogout.RpInitiated;
            import dev.cardea.providers.Keycloak;
            import org.springframework.context.annotation.Bean;
            import org.springframework.context.annotation.Configuration;

            @Configuration
            class LoginConfiguration {
                @Bean
                Provider keycloak() {
                    return Keycloak.provider().logout(ProviderLogout.OFF.rpInitiated(RpInitiated.ALWAYS));
                }
            }
            """;

    @Test
    void a_sign_out_comes_back_from_the_provider_without_a_question() throws Exception {
        Require.program("openssl");
        MavenProject.require("org/springframework/boot/spring-boot-maven-plugin");
        try (var tutorial = Tutorial.of("spring-boot").serves("java -jar", 8080)) {
            MavenProject.prepare(tutorial);
            try (var keycloak = Keycloak.start()) {
                var site = tutorial.address(8080);
                keycloak.isForSite(site);
                follow(tutorial, keycloak);

                var visitor = KeycloakVisitor.of(site, new Remote(tutorial.port(8080)), keycloak);
                visitor.signsIn("ada");
                assertThat(visitor.browser().open(site + "/account").text())
                        .isEqualTo("Only you see this, ada@example.com");
                visitor.assertSignedOutEverywhere(visitor.signsOut());
            }
        }
    }

    private static void follow(Tutorial tutorial, Keycloak keycloak) throws IOException, InterruptedException {
        tutorial.environment("SERVER_PORT", String.valueOf(tutorial.port(8080)))
                .environment("AUTH_KEYCLOAK_ID", Keycloak.CLIENT)
                .environment("AUTH_KEYCLOAK_SECRET", Keycloak.CLIENT_SECRET)
                .environment("AUTH_KEYCLOAK_ISSUER", keycloak.issuer());
        var sources = Files.createDirectories(tutorial.folder().resolve("src/main/java/com/example/app"));
        Files.writeString(sources.resolve("LoginConfiguration.java"), CONFIGURATION);
        tutorial.follow();
    }
}
