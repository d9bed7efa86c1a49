package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Builds the project of the guide for Kotlin, whose own test signs a user in. */
@Tag("nightly")
@Tag("part")
@Tag("process")
class KotlinGuideTest {
    @Test
    void the_project_of_the_guide_compiles_and_its_test_is_green() throws Exception {
        MavenProject.require(
                "org/springframework/boot/spring-boot-maven-plugin", "org/jetbrains/kotlin/kotlin-maven-plugin");
        try (var guide = Tutorial.of("../guides/kotlin")) {
            MavenProject.prepare(guide);
            // Its process would outlive the test.
            guide.environment("MAVEN_OPTS", "-Dkotlin.compiler.daemon=false");
            guide.follow();
            var report = guide.folder().resolve("target/surefire-reports/com.example.app.AppTest.txt");
            assertThat(Files.readString(report)).contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
        }
    }
}
