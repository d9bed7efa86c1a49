package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The archives, unpacked into a folder with spaces in its path. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
@Tag("part")
@Tag("process")
class ArchivesTest {
    private static final Pattern OPTION = Pattern.compile("(?m)^#(?=\\S)");

    @TempDir
    static Path folder;

    private static Path zip;
    private static Path tar;

    @BeforeAll
    static void unpack() throws Exception {
        zip = Archive.unpack(".zip", folder.resolve("from a zip"));
        tar = Archive.unpack(".tar.gz", folder.resolve("from a tar"));
    }

    @Test
    void both_archives_hold_the_same_files() throws IOException {
        BillOfMaterials.require();
        assertThat(content(zip)).isEqualTo(content(tar));
        assertThat(content(tar))
                .containsOnlyKeys(
                        "LICENSE",
                        "NOTICE",
                        "README.md",
                        "THIRD-PARTY.txt",
                        "bin/cardea",
                        "bin/cardea.cmd",
                        "cardea-server-cyclonedx.json",
                        "conf/cardea.schema.json",
                        "conf/cardea.yml",
                        "lib/cardea-server.jar",
                        "monitoring/alerts.yml",
                        "monitoring/dashboard.json",
                        "proxy/Caddyfile",
                        "proxy/forward-auth/Caddyfile",
                        "proxy/forward-auth/envoy.yml",
                        "proxy/forward-auth/nginx.conf",
                        "proxy/forward-auth/traefik.yml",
                        "proxy/nginx.conf",
                        "systemd/cardea.service");
    }

    @Test
    void the_launcher_can_be_executed_and_prints_the_version() throws Exception {
        for (var each : List.of(zip, tar)) {
            assertThat(Files.isExecutable(each.resolve("bin/cardea"))).isTrue();
            assertThat(Files.isExecutable(each.resolve("conf/cardea.yml"))).isFalse();
            assertThat(Archive.run(folder, each.resolve("bin/cardea").toString(), "--version"))
                    .contains(each.getFileName().toString().replace("cardea-server-", ""));
        }
    }

    @Test
    void the_command_dev_comes_with_its_jar_alone() throws Exception {
        var without = Archive.unpack(".tar.gz", folder.resolve("without development"));
        var cardea = without.resolve("bin/cardea").toString();
        assertThat(Archive.run(folder, cardea, "--help")).doesNotContain("  dev ");
        var refused =
                new ProcessBuilder(cardea, "dev").directory(folder.toFile()).redirectErrorStream(true);
        Launcher.clean(refused, folder);
        var process = refused.start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("the command dev is in cardea-dev.jar");
        assertThat(process.waitFor()).isEqualTo(2);
        Files.copy(Path.of("../../tools/dev/target/cardea-dev.jar"), without.resolve("lib/cardea-dev.jar"));
        assertThat(Archive.run(folder, cardea, "--help")).contains("  dev ");
        assertThat(Archive.run(folder, cardea, "dev", "--port", "0", "--help")).contains("--app");
    }

    @Test
    void the_launcher_works_through_a_link() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("a link"), tar.resolve("bin/cardea"));
        assertThat(Archive.run(folder, link.toString(), "--version")).isNotEmpty();
    }

    @Test
    void the_java_of_an_archive_comes_before_java_home_and_after_the_one_that_the_operator_names() throws Exception {
        var root = Archive.unpack(".tar.gz", folder.resolve("with a runtime"));
        java(root.resolve("runtime"), "25.0.1", "the runtime of the archive");
        var named = java(folder.resolve("named"), "21.0.2", "the Java that is named");
        assertThat(launch(root, Map.of())).isEqualTo(new LaunchResult(0, "the runtime of the archive"));
        assertThat(launch(root, Map.of("CARDEA_JAVA_HOME", named.toString())))
                .isEqualTo(new LaunchResult(0, "the Java that is named"));
        assertThat(launch(
                        root,
                        Map.of("CARDEA_JAVA_HOME", folder.resolve("absent").toString())))
                .isEqualTo(new LaunchResult(
                        3, "cardea: CARDEA_JAVA_HOME (" + folder.resolve("absent") + ") has no bin/java"));
    }

    @Test
    void a_java_that_is_too_old_ends_the_launcher_with_3_and_is_named() throws Exception {
        for (var version : Map.of("11.0.24", "11", "1.8.0_402", "8").entrySet()) {
            var old = java(folder.resolve("Java " + version.getValue()), version.getKey(), "not to be started");
            assertThat(launch(tar, Map.of("JAVA_HOME", old.toString())))
                    .isEqualTo(new LaunchResult(
                            3,
                            "cardea: " + old + " is Java " + version.getValue()
                                    + "; install Java 17 or newer, or set CARDEA_JAVA_HOME to one"));
        }
    }

    /** How the launcher ended, and what it printed. */
    private record LaunchResult(int status, String output) {}

    private static LaunchResult launch(Path root, Map<String, String> environment) throws Exception {
        var builder = new ProcessBuilder(root.resolve("bin/cardea").toString(), "--version")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Launcher.clean(builder, folder).putAll(environment);
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new LaunchResult(process.waitFor(), output.strip());
    }

    /** A home of a Java that prints a text and ends. */
    private static Path java(Path home, String version, String text) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        var java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho '" + text + "'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    @Test
    void the_launcher_serves_with_the_example_as_it_is() throws Exception {
        isUp(tar.resolve("conf/cardea.yml"), Map.of());
    }

    @Test
    void each_option_of_the_example_is_accepted() throws Exception {
        var example = Files.readString(tar.resolve("conf/cardea.yml"));
        var all = OPTION.matcher(example).replaceAll("");
        assertThat(all).contains("\nstore: ", "\nproviders:\n- github", "\nbridge: true");
        var file = Files.writeString(folder.resolve("all options.yml"), all);
        var environment =
                Map.of("STAFF_SECRET", "a", "MAIL_PASSWORD", "b", "AUTH_GITHUB_ID", "c", "AUTH_GITHUB_SECRET", "d");
        isUp(file, environment);
    }

    private static void isUp(Path config, Map<String, String> environment) throws Exception {
        try (var server = Launcher.serve(tar, config, folder, environment)) {
            var request = HttpRequest.newBuilder(URI.create(server.address() + "/healthz"))
                    .build();
            var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("{\"status\":\"up\"}");
        }
    }

    private static Map<String, String> content(Path root) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (var files = Files.walk(root)) {
            for (var each : files.filter(Files::isRegularFile).toList())
                found.put(root.relativize(each).toString(), BillOfMaterials.sha256(Files.readAllBytes(each)));
        }
        return found;
    }
}
