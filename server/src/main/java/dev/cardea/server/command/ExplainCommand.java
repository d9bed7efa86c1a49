package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.http.WebUrl;
import dev.cardea.server.http.TraceEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cardea explain}. */
@Command(
        name = "explain",
        description = "Says what happened in a failed sign-in, why, and what to change.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ExplainCommand implements Callable<Integer> {
    private static final Pattern REFERENCE = Pattern.compile("[0-9a-f]{16}");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String TOKEN = "CARDEA_MANAGEMENT_TOKEN";

    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "REFERENCE",
            description = "The reference on the error page and in the log: 16 hexadecimal digits.")
    private String reference = "";

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:9464",
            description = "A management listener; once for each process. Default: ${DEFAULT-VALUE}")
    private List<String> urls = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Has the value of management.token. Default: the variable " + TOKEN)
    private @Nullable Path tokenFile;

    ExplainCommand(Env env) {
        this.env = env;
    }

    @Override
    public Integer call() {
        if (!REFERENCE.matcher(reference).matches()) {
            return wrong("a reference has 16 hexadecimal digits, such as 9f2c41d07ab3e655");
        }
        for (var url : urls) {
            if (WebUrl.parse(url).filter(it -> it.target().equals("/")).isEmpty()) {
                return wrong("--url must be the address of a management listener, such as http://127.0.0.1:9464");
            }
        }
        String token;
        try {
            token = tokenFile == null
                    ? env.first(TOKEN).orElse(null)
                    : Files.readString(tokenFile).strip();
        } catch (IOException e) {
            return wrong("the file " + tokenFile + " cannot be read");
        }
        return ask(token);
    }

    private int ask(@Nullable String token) {
        var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        boolean isUnknown = false;
        for (var url : urls) {
            try {
                var answer = client.send(request(url, token), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    spec.commandLine().getOut().print(answer.body());
                    spec.commandLine().getOut().flush();
                    return Cardea.DONE;
                }
                isUnknown |= answer.statusCode() == 404;
                complain(url, answer.statusCode());
            } catch (IOException e) {
                error("no management listener answers at " + url);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Cardea.NOT_STARTED;
            }
        }
        if (!isUnknown) return Cardea.NOT_STARTED;
        error("no process knows the reference " + reference
                + ": another process handled the request, it was restarted, or the trace is older than 24 hours");
        return Cardea.BROKEN;
    }

    private void complain(String url, int status) {
        if (status == 401) {
            error(url + " wants the value of management.token: give --token-file, or set " + TOKEN);
        } else if (status != 404) {
            error(url + " answered with status " + status + "; is it a management listener?");
        }
    }

    private HttpRequest request(String url, @Nullable String token) {
        var base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        var request = HttpRequest.newBuilder(URI.create(base + TraceEndpoint.PATH + reference))
                .timeout(PATIENCE)
                .header("Accept", "text/plain");
        if (token != null) request.header("Authorization", "Bearer " + token);
        return request.build();
    }

    private int wrong(String message) {
        error(message);
        return Cardea.WRONG;
    }

    private void error(String message) {
        spec.commandLine().getErr().println("cardea: " + message);
    }
}
