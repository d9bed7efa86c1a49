package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.AuthenticatorApp;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Network;
import dev.cardea.testing.Page;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invitations and blocks, from outside: {@code cardea serve}, the commands of an operator, a mail server and a database. */
@Tag("process")
@Tag("store")
class AdministrationProcessTest {
    private static final String ANN = "ann@example.com";
    private static final String EVE = "eve@example.com";
    private static final String PASSWORD = "seven copper lanterns drifting";
    private static final Pattern CODE = Pattern.compile("\n([0-9]{8})\n");
    private static final Pattern KEY = Pattern.compile("secret=([A-Z2-7]{32})");

    @TempDir
    Path folder;

    private final String site = "http://127.0.0.1:" + FreePorts.one();
    private SmtpSink mails;
    private int read;

    @BeforeEach
    void start() throws Exception {
        mails = new SmtpSink();
    }

    @AfterEach
    void stop() {
        mails.close();
    }

    @Test
    @Tag("odd")
    void an_invited_user_signs_up_once_and_is_blocked_on_sqlite() throws Exception {
        visit("jdbc:sqlite:" + folder.resolve("cardea.db"));
    }

    @Test
    @Tag("nightly")
    @Tag("part")
    void the_same_on_postgresql() throws Exception {
        var database = SharedDatabaseKind.POSTGRESQL.start(folder.resolve("database"));
        try {
            visit(database.url());
        } finally {
            database.stop();
        }
    }

    @Test
    @Tag("nightly")
    @Tag("part")
    void the_same_on_redis() throws Exception {
        try (var redis = LocalRedis.start()) {
            visit(redis.url());
        }
    }

    private void visit(String store) throws Exception {
        var config = """
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                url: %s
                port: %s
                store: "%s"
                migrate: true
                providers: [{ id: nodemailer, server: "smtp://127.0.0.1:%d", from: no-reply@app.example }]
                accounts: { signUp: invited }
                """.formatted(site, site.replaceAll(".*:", ""), store, mails.port());
        try (var server = ServedProcess.start(folder, config)) {
            assertThat(server.site()).isEqualTo(site);
            onlyTheInvitedMailboxSignsUpAndOnce();
            aBlockedUserIsRefusedAfterEveryProof();
        }
    }

    private void onlyTheInvitedMailboxSignsUpAndOnce() throws Exception {
        assertThat(users("invite", ANN)).isZero();
        assertThat(mails.received()).contains("To: " + ANN, site + "/auth/signup");

        assertThat(signUp(browser(), EVE).url()).contains("error=AccessDenied&code=NotInvited");
        assertThat(users("show", EVE)).isEqualTo(1);
        var ann = browser();
        signUp(ann, ANN);
        assertThat(session(ann)).contains(ANN);

        assertThat(users("invite", ANN)).isEqualTo(1);
        assertThat(users("delete", ANN, "--yes")).isZero();
        assertThat(signUp(browser(), ANN).url()).contains("code=NotInvited");
        assertThat(users("show", ANN)).isEqualTo(1);
    }

    private void aBlockedUserIsRefusedAfterEveryProof() throws Exception {
        assertThat(users("invite", ANN)).isZero();
        var ann = browser();
        signUp(ann, ANN);
        assertThat(session(ann)).contains(ANN);
        var app = connect(ann);
        var waiting = browser();
        assertThat(signIn(waiting).url()).contains("/auth/factor");

        assertThat(users("block", ANN, "--reason", "spam")).isZero();

        assertThat(session(ann)).isEqualTo("null");
        post(waiting, "factor", Map.of("do", "totp", "code", app.value(Instant.now())));
        assertThat(session(waiting)).isEqualTo("null");
        assertThat(signIn(browser()).url()).contains("error=AccessDenied&code=AccountBlocked");
        for (var route : List.of("signin/nodemailer", "forgot")) {
            var other = browser();
            post(other, route, Map.of("email", ANN));
            assertThat(enter(other, code()).url()).as(route).contains("error=AccessDenied&code=AccountBlocked");
        }
        assertThat(users("unblock", ANN)).isZero();
        assertThat(signIn(browser()).url()).contains("/auth/factor");
    }

    /** With the value of before: the present one is left for a sign-in. Its time may end before the server reads it. */
    private AuthenticatorApp connect(Browser browser) {
        post(browser, "account/security", Map.of("do", "totp"));
        var page = browser.open(site + "/auth/account/security").text();
        var key = KEY.matcher(page);
        assertThat(key.find()).as(page).isTrue();
        var app = AuthenticatorApp.of(key.group(1));
        for (int i = 0; i < 2; i++) {
            var code = app.value(Instant.now().minusSeconds(30));
            page = post(browser, "account/security", Map.of("do", "confirm", "code", code, "name", "Phone"))
                    .text();
            if (page.contains("class=\"codes\"")) return app;
        }
        throw new AssertionError(page);
    }

    private Page signUp(Browser browser, String email) {
        post(browser, "signup", Map.of("email", email, "password", PASSWORD));
        return enter(browser, code());
    }

    private Page signIn(Browser browser) {
        return post(browser, "callback/password", Map.of("email", ANN, "password", PASSWORD));
    }

    private Page enter(Browser browser, String code) {
        return post(browser, "callback/nodemailer", Map.of("token", code));
    }

    private Page post(Browser browser, String route, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put("csrfToken", browser.open(site + "/auth/csrf").text().split("\"")[3]);
        return browser.post(site + "/auth/" + route, all);
    }

    /** Returns the code of the mail that was sent. */
    private String code() {
        var received = mails.received();
        var code = CODE.matcher(received.substring(read));
        assertThat(code.find()).as(received.substring(read)).isTrue();
        read = received.length();
        return code.group(1);
    }

    private String session(Browser browser) {
        return browser.open(site + "/auth/session").text();
    }

    private int users(String... words) throws Exception {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--config", folder.resolve("cardea.yml").toString()));
        return ServedProcess.command("users", all).inheritIO().start().waitFor();
    }

    private static Browser browser() {
        return Browser.of(Network.INSTANCE);
    }
}
