package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Request;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Network;
import dev.cardea.testing.Page;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codes by email, from outside: {@code cardea serve}, a mail server, and a database. */
@Tag("process")
@Tag("store")
class EmailCodesProcessTest {
    private static final String ADA = "ada@example.com";
    private static final Pattern CODE = Pattern.compile("\n([0-9]{8})\n");

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
    void stop() throws Exception {
        mails.close();
    }

    @Test
    void a_code_signs_in_where_it_was_requested_and_nowhere_else_on_sqlite() throws Exception {
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
                providers:
                  - { id: nodemailer, server: "smtp://127.0.0.1:%d", from: no-reply@app.example, codes: true }
                """.formatted(site, site.replaceAll(".*:", ""), store, mails.port());
        try (var server = ServedProcess.start(folder, config)) {
            assertThat(server.site()).isEqualTo(site);
            isReadAsItIsCopied();
            theLinkIsForTheBrowserThatAsked();
            isForTheBrowserThatAskedAndHasFiveTries();
        }
    }

    private void isReadAsItIsCopied() {
        var ada = browser();
        var code = ask(ada);
        var wide = new StringBuilder();
        code.chars().forEach(digit -> wide.appendCodePoint(0xff10 + digit - '0'));
        enter(ada, wide.insert(4, ' ').toString());
        assertThat(session(ada)).contains(ADA);
    }

    private void theLinkIsForTheBrowserThatAsked() {
        var ada = browser();
        var code = ask(ada);
        var link = site + "/auth/callback/nodemailer?callbackUrl=%2F&email=ada%40example.com&token=" + code;
        var other = browser();
        assertThat(other.send(Request.of("HEAD", link)).status()).isEqualTo(400);
        var page = other.open(link);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains(code);
        assertThat(session(other)).isEqualTo("null");
        enter(ada, code);
        assertThat(session(ada)).contains(ADA);
        assertThat(ada.open(link).url()).contains("error=Verification");
    }

    private void isForTheBrowserThatAskedAndHasFiveTries() {
        var ada = browser();
        var code = ask(ada);
        var other = browser();
        assertThat(enter(other, code).status()).isEqualTo(400);
        assertThat(session(other)).isEqualTo("null");
        var wrong = code.equals("00000000") ? "00000001" : "00000000";
        for (int i = 0; i < 5; i++) assertThat(enter(ada, wrong).status()).isEqualTo(400);
        enter(ada, code);
        assertThat(session(ada)).isEqualTo("null");
        enter(ada, ask(ada));
        assertThat(session(ada)).contains(ADA);
    }

    /** Returns the code of the mail that was sent. */
    private String ask(Browser browser) {
        browser.post(
                site + "/auth/signin/nodemailer", Map.of("csrfToken", csrf(browser), "email", ADA, "callbackUrl", "/"));
        var received = mails.received();
        var code = CODE.matcher(received.substring(read));
        assertThat(code.find()).as(received.substring(read)).isTrue();
        read = received.length();
        return code.group(1);
    }

    private Page enter(Browser browser, String code) {
        return browser.post(site + "/auth/callback/nodemailer", Map.of("csrfToken", csrf(browser), "token", code));
    }

    private String csrf(Browser browser) {
        return browser.open(site + "/auth/csrf").text().split("\"")[3];
    }

    private String session(Browser browser) {
        return browser.open(site + "/auth/session").text();
    }

    private static Browser browser() {
        return Browser.of(Network.INSTANCE);
    }
}
