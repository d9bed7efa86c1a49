package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.model.User;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Require;
import dev.cardea.testing.SignedIn;
import java.nio.file.Files;
import java.nio.file.Path;
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
            var main = Files.writeString(folder.resolve("main.mjs"), BROWSER);
            var process = new ProcessBuilder(node.toString(), main.toString(), server.url(), ada.cookies())
                    .redirectErrorStream(true)
                    .start();
            var output = new String(process.getInputStream().readAllBytes()).trim();
            assertThat(output.lines())
                    .containsExactly(
                            "ada@example.com",
                            "200",
                            "/",
                            "null",
                            "401",
                            "/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%2Fnotes");
        }
    }

    /** A browser as far as the script needs one: cookies, addresses without a host, and the current address. */
    private static final String BROWSER = """
            const [site, cookies] = process.argv.slice(2);
            const jar = new Map(cookies.split("; ").map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
            const send = globalThis.fetch;
            globalThis.location = { href: "http://localhost/notes" };
            globalThis.fetch = async (path, options = {}) => {
              const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
              const headers = { ...options.headers, cookie, origin: site };
              const answer = await send(site + path, { ...options, headers, redirect: "manual" });
              for (const line of answer.headers.getSetCookie()) {
                const [name, value] = line.split(";")[0].split(/=(.*)/s);
                if (value && !/max-age=0/i.test(line)) jar.set(name, value);
                else jar.delete(name);
              }
              return answer;
            };
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
}
