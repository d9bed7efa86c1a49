package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.model.User;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Require;
import dev.cardea.testing.SignedIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the guide, run by Node. */
@Tag("node")
@Tag("part")
class SinglePageApplicationTest {
    @TempDir
    Path folder;

    @Test
    void the_script_of_a_single_page_application_signs_out() throws Exception {
        var node = Require.program("node");
        var auth = Auth.of(Acme.local().build());
        try (var server = LocalServer.start(0, Acme.site(auth, NotesApi.of(auth)))) {
            var ada = SignedIn.as(User.of("1", "Ada", "ada@example.com"), Acme.SECRET);
            Files.writeString(
                    folder.resolve("session.mjs"),
                    GuidePage.blocks("docs/guides/single-page-application.md", "js")
                            .get(0));
            assertThat(run(node, SAME_ORIGIN, server.url(), ada.cookies()))
                    .containsExactly(
                            "ada@example.com",
                            "200",
                            "/",
                            "null",
                            "401",
                            "/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%2Fnotes");
        }
    }

    @Test
    void the_script_of_a_page_on_another_origin_signs_in_and_out() throws Exception {
        var node = Require.program("node");
        var acme = new Acme();
        var config = Acme.local().http(acme.provider).provider(acme.acme()).allowedOrigins("http://localhost:5173");
        try (var server = LocalServer.start(0, Auth.of(config.build()))) {
            var ada = SignedIn.as(User.of("1", "Ada", "ada@example.com"), Acme.SECRET);
            Files.writeString(
                    folder.resolve("cross-origin.mjs"),
                    GuidePage.blocks("docs/guides/single-page-application.md", "js")
                            .get(1)
                            .replace("https://api.example.com", server.url()));
            assertThat(run(node, CROSS_ORIGIN, "", ada.cookies()))
                    .containsExactly(
                            "ada@example.com",
                            "http://localhost:5173/notes",
                            "null",
                            "https://id.example",
                            "http://localhost:5173");
        }
    }

    private Stream<String> run(Path node, String script, String site, String cookies) throws IOException {
        var main = Files.writeString(folder.resolve("main.mjs"), BROWSER + script);
        var process = new ProcessBuilder(node.toString(), main.toString(), site, cookies)
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .trim()
                .lines();
    }

    /** A browser as far as the scripts need one: cookies, addresses without a host, and the current address. */
    private static final String BROWSER = """
            const [site, cookies] = process.argv.slice(2);
            const own = site || "http://localhost:5173";
            const jar = new Map(cookies.split("; ").map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
            const send = globalThis.fetch;
            globalThis.fetch = async (path, options = {}) => {
              const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
              const headers = { ...options.headers, cookie, origin: own };
              const answer = await send(site + path, { ...options, headers, redirect: "manual" });
              for (const line of answer.headers.getSetCookie()) {
                const [name, value] = line.split(";")[0].split(/=(.*)/s);
                if (value && !/max-age=0/i.test(line)) jar.set(name, value);
                else jar.delete(name);
              }
              allowed = answer.headers.get("access-control-allow-origin");
              return answer;
            };
            let allowed = null;
            """;

    private static final String SAME_ORIGIN = """
            globalThis.location = { href: "http://localhost/notes" };
            const { currentUser, signIn, signOut } = await import("./session.mjs");
            console.log((await currentUser()).email);
            console.log((await fetch("/api/notes")).status);
            await signOut();
            console.log(location.href);
            console.log(await currentUser());
            console.log((await fetch("/api/notes")).status);
            location.href = "http://localhost/notes";
            signIn();
            console.log(location.href);
            """;

    private static final String CROSS_ORIGIN = """
            globalThis.location = { href: "http://localhost:5173/notes" };
            const { currentUser, signIn, signOut } = await import("./cross-origin.mjs");
            console.log((await currentUser()).email);
            await signOut();
            console.log(location.href);
            console.log(await currentUser());
            await signIn("acme");
            console.log(new URL(location.href).origin);
            console.log(allowed);
            """;
}
