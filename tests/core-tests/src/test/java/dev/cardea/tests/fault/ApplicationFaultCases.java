package dev.cardea.tests.fault;

import static dev.cardea.error.ErrorType.ACCESS_DENIED;
import static dev.cardea.error.ErrorType.APPLICATION_UNAVAILABLE;
import static dev.cardea.error.ErrorType.EMAIL_SIGNIN;

import dev.cardea.AuthConfig;
import dev.cardea.hooks.HookSettings;
import dev.cardea.hooks.Hooks;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.mail.Smtp;
import dev.cardea.provider.EmailProvider;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the application behind the hooks, and mail servers, do to a sign-in. */
final class ApplicationFaultCases {
    /** Where the answer itself is the fault, it must not be late on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String MAIL_PASSWORD = "Ux72mQpl-password-of-the-mailbox";

    static final List<FaultCase> ALL = List.of(
            new FaultCase("R49", ACCESS_DENIED, "nothing listens at hooks.url", ApplicationFaultCases::nothing),
            new FaultCase("R50", APPLICATION_UNAVAILABLE, "the hook is slow", ApplicationFaultCases::slow),
            new FaultCase("R51", ACCESS_DENIED, "the signature is rejected", watch -> hook(watch, Reply.status(401))),
            new FaultCase(
                    "R52",
                    ACCESS_DENIED,
                    "a login page is in front of the hooks",
                    watch -> hook(watch, Reply.redirect(302, "https://app.example/login"))),
            new FaultCase("R53", ACCESS_DENIED, "a page answers", watch -> hook(watch, Reply.of("<h1>Welcome</h1>"))),
            new FaultCase("R54", EMAIL_SIGNIN, "the mail server rejects the sender", ApplicationFaultCases::rejected),
            new FaultCase("R54", EMAIL_SIGNIN, "no mail server listens", ApplicationFaultCases::noMailServer));

    private ApplicationFaultCases() {}

    private static Trace nothing(Watch watch) throws IOException {
        String url;
        try (var closed = new Receiver()) {
            url = closed.url();
        }
        return signIn(watch, url, PATIENCE);
    }

    private static Trace slow(Watch watch) throws IOException {
        try (var application = new Receiver().on("callbacks/signIn", new Reply(204, "", 2_000))) {
            return signIn(watch, application.url(), Duration.ofMillis(500));
        }
    }

    private static Trace hook(Watch watch, Reply reply) throws IOException {
        try (var application = new Receiver().on("callbacks/signIn", reply)) {
            return signIn(watch, application.url(), PATIENCE);
        }
    }

    private static Trace signIn(Watch watch, String url, Duration timeout) {
        var site = FaultSite.with(it -> hooked(it, hooks(url, timeout))).open(watch);
        site.begin();
        return site.failure();
    }

    private static AuthConfig.Builder hooked(AuthConfig.Builder config, Hooks hooks) {
        return config.application(hooks).callbacks(hooks.callbacks());
    }

    private static Hooks hooks(String url, Duration timeout) {
        var settings = HookSettings.at(url)
                .callbacks(List.of("signIn"))
                .events(Set.of())
                .timeout(timeout);
        return Hooks.of(settings, FaultSite.SECRET);
    }

    /** It accepts the connection and no mail. */
    private static Trace rejected(Watch watch) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var thread = new Thread(() -> serve(server));
            thread.setDaemon(true);
            thread.start();
            return mail(watch, server.getLocalPort());
        }
    }

    private static Trace noMailServer(Watch watch) {
        return mail(watch, FreePorts.one());
    }

    private static Trace mail(Watch watch, int port) {
        watch.secret(MAIL_PASSWORD);
        var site = FaultSite.with(it -> mails(it, port)).open(watch);
        site.requestLink("mail", "adelheid.q@post.example");
        return site.failure();
    }

    private static AuthConfig.Builder mails(AuthConfig.Builder config, int port) {
        return config.provider(EmailProvider.of("mail", Smtp.sender("smtp://127.0.0.1:" + port))
                .from("no-reply@app.example"));
    }

    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept();
                var in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            var out = socket.getOutputStream();
            out.write("220 mail.example\r\n".getBytes(StandardCharsets.US_ASCII));
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                boolean isSender = line.toUpperCase(Locale.ROOT).startsWith("MAIL");
                out.write((isSender ? "553 5.7.1 sender rejected\r\n" : "250 ok\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }
}
