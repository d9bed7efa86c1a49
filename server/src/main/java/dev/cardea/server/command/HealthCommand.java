package dev.cardea.server.command;

import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cardea health}: for images, which have no other HTTP client. */
@Command(
        name = "health",
        description = "Checks whether a server is up. Exits with 0 if it is, and with 1 if it isn't.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class HealthCommand implements Callable<Integer> {
    private static final int PATIENCE = 3_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--url", paramLabel = "URL", description = "The URL to request. Default: ${DEFAULT-VALUE}.")
    private String url = "http://127.0.0.1:3000/healthz";

    @Override
    public Integer call() {
        if (WebUrl.parse(url).isEmpty()) return say(ExitCode.WRONG, "--url must be an http or https URL");
        try {
            int status = status();
            return status == 200
                    ? say(ExitCode.DONE, "up")
                    : say(ExitCode.BROKEN, "down: " + url + " returns " + status);
        } catch (IOException e) {
            return say(ExitCode.BROKEN, "down: " + url + " isn't responding");
        }
    }

    private int status() throws IOException {
        var connection = (HttpURLConnection) URI.create(url).toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(PATIENCE);
        connection.setReadTimeout(PATIENCE);
        connection.setInstanceFollowRedirects(false);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    private int say(int code, String line) {
        var to = code == ExitCode.DONE
                ? spec.commandLine().getOut()
                : spec.commandLine().getErr();
        to.println(line);
        to.flush();
        return code;
    }
}
