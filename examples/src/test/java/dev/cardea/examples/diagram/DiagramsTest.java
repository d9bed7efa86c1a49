package dev.cardea.examples.diagram;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The diagrams of {@code docs/how-sign-in-works.md}. {@code -Dcardea.write=diagrams} draws them again. */
class DiagramsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final String BROWSER = "Browser";
    private static final String CARDEA = "Cardea";
    private static final String PROVIDER = "Provider";
    private static final String STORE = "Store";
    private static final String APPLICATION = "Application";

    private record NamedDiagram(String name, SequenceDiagram steps) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<NamedDiagram> diagrams() {
        return List.of(
                new NamedDiagram("flow-provider", provider()),
                new NamedDiagram("flow-link", link()),
                new NamedDiagram("flow-passkey", passkey()),
                new NamedDiagram("flow-site", site()));
    }

    private static SequenceDiagram provider() {
        return SequenceDiagram.of("Sign-in with a provider", BROWSER, CARDEA, PROVIDER, STORE)
                .send(BROWSER, CARDEA, "POST /auth/signin/google with a CSRF token")
                .send(CARDEA, BROWSER, "redirect; state, verifier and nonce in encrypted cookies")
                .send(BROWSER, PROVIDER, "authorization request; the user signs in and consents")
                .send(PROVIDER, BROWSER, "redirect with a code")
                .send(BROWSER, CARDEA, "GET /auth/callback/google with code, state and the cookies")
                .work(CARDEA, "opens the cookies and compares the state")
                .send(CARDEA, PROVIDER, "code and verifier, to the token endpoint")
                .send(PROVIDER, CARDEA, "ID token and access token")
                .work(CARDEA, "verifies signature, issuer, audience, nonce and times")
                .send(CARDEA, STORE, "finds the account, or stores user and account in one unit of work")
                .send(CARDEA, BROWSER, "session cookie; redirect to the page");
    }

    private static SequenceDiagram link() {
        return SequenceDiagram.of("Sign-in with a link by e-mail", BROWSER, CARDEA, "Mailbox", STORE)
                .send(BROWSER, CARDEA, "POST /auth/signin/email with the address and a CSRF token")
                .work(CARDEA, "counts the mails for the mailbox and the network")
                .send(CARDEA, STORE, "stores the hash of a random token, with its end")
                .send(CARDEA, "Mailbox", "mail with the link")
                .send("Mailbox", BROWSER, "the user opens the link")
                .send(BROWSER, CARDEA, "GET /auth/callback/email with token and address")
                .send(CARDEA, STORE, "removes the token in one step, so a link works once")
                .send(CARDEA, STORE, "finds or creates the user; the address is verified")
                .send(CARDEA, BROWSER, "session cookie; redirect to the page");
    }

    private static SequenceDiagram passkey() {
        return SequenceDiagram.of("Sign-in with a passkey", "Authenticator", BROWSER, CARDEA, STORE)
                .send(BROWSER, CARDEA, "GET /auth/webauthn-options/passkey")
                .send(CARDEA, BROWSER, "options with a challenge, which is also in an encrypted cookie")
                .send(BROWSER, "Authenticator", "challenge and origin of the page")
                .work("Authenticator", "asks the user for a finger, a face or a PIN")
                .send("Authenticator", BROWSER, "signature")
                .send(BROWSER, CARDEA, "POST /auth/callback/passkey with the signature and the cookie")
                .send(CARDEA, STORE, "reads the public key, its account and its user")
                .work(CARDEA, "verifies challenge, origin, signature and counter")
                .send(CARDEA, STORE, "stores the counter and the time of use")
                .send(CARDEA, BROWSER, "session cookie; redirect to the page");
    }

    private static SequenceDiagram site() {
        return SequenceDiagram.of("A JavaScript site with Cardea as its core", BROWSER, APPLICATION, CARDEA)
                .send(BROWSER, APPLICATION, "POST /api/auth/signin/google")
                .send(APPLICATION, CARDEA, "the same request, signed with the shared secret")
                .send(CARDEA, APPLICATION, "redirect and cookies")
                .send(APPLICATION, BROWSER, "redirect and cookies")
                .send(BROWSER, APPLICATION, "GET /api/auth/callback/google")
                .send(APPLICATION, CARDEA, "the same request, signed")
                .send(CARDEA, APPLICATION, "hook callbacks/signIn, signed: may this user sign in?")
                .send(APPLICATION, CARDEA, "true")
                .send(CARDEA, APPLICATION, "session cookie")
                .send(APPLICATION, BROWSER, "session cookie; redirect to the page")
                .send(BROWSER, APPLICATION, "GET /account")
                .work(APPLICATION, "reads and renews the token session by itself, without a call");
    }

    @ParameterizedTest
    @MethodSource("diagrams")
    void each_diagram_is_drawn_from_its_steps_and_shown_with_its_title(NamedDiagram diagram) throws IOException {
        var file = DOCS.resolve("images").resolve(diagram.name() + ".svg");
        var svg = diagram.steps().svg();
        if ("diagrams".equals(System.getProperty("cardea.write"))) Files.writeString(file, svg);
        assertThat(file)
                .as("run: mvn -q -pl examples -am test -Dtest=DiagramsTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dcardea.write=diagrams")
                .hasContent(svg);
        assertThat(Files.readString(DOCS.resolve("how-sign-in-works.md")))
                .contains("](images/" + diagram.name() + ".svg)");
    }
}
