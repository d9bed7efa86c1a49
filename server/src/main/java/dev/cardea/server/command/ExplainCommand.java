package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.http.WebUrl;
import dev.cardea.observe.Id;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.InvalidTraceException;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import dev.cardea.recorder.TraceFile;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cardea explain}. */
@Command(
        name = "explain",
        description = "Shows what happened in a failed sign-in, why, and what to change.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ExplainCommand implements Callable<Integer> {
    private static final String TOKEN = TraceRequest.TOKEN;
    private static final String LOCAL = "http://127.0.0.1:9464";

    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "REFERENCE",
            description =
                    "The reference on the error page and in the log: 16 hexadecimal digits. Not needed with --file.")
    private @Nullable String reference;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The URL of a management listener; repeat it for every process. Default: " + LOCAL)
    private List<String> urls = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the value of management.token. Default: the variable " + TOKEN)
    private @Nullable Path tokenFile;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A configuration file: uses its recorder.folder and its management listener.")
    private @Nullable Path config;

    @Option(
            names = "--file",
            paramLabel = "PATH",
            description = "A file of the recorder, or the folder with its files. No process needs to run.")
    private @Nullable Path file;

    @Option(
            names = "--replay",
            description =
                    "Runs the sign-in again with this version's code and compares the error. Needs cardea-dev.jar.")
    private boolean replay;

    ExplainCommand(Env env) {
        this.env = env;
    }

    @Override
    public Integer call() {
        if (reference == null && (file == null || Files.isDirectory(file))) {
            return wrong("say which reference to explain: it's on the error page");
        }
        if (reference != null && Id.parse(reference).isEmpty()) {
            return wrong("a reference has 16 hexadecimal digits, such as 9f2c41d07ab3e655");
        }
        if ((urls.isEmpty() ? 0 : 1) + (config == null ? 0 : 1) + (file == null ? 0 : 1) > 1) {
            return wrong("use only one of --url, --config and --file");
        }
        if (replay && replayer().isEmpty()) {
            return wrong("--replay needs cardea-dev.jar next to the server's jar; don't put it on a production server");
        }
        if (file != null) return fromFile(file);
        if (config != null) return Console.withFile(spec, config, env, this::fromConfig);
        return fromListeners(urls.isEmpty() ? List.of(LOCAL) : urls, null);
    }

    private static Optional<TraceReplay> replayer() {
        return ServiceLoader.load(TraceReplay.class).findFirst();
    }

    private int fromFile(Path path) {
        if (!Files.exists(path)) {
            error("the file " + path + " is not there");
            return ExitCode.NOT_STARTED;
        }
        try {
            var trace = Files.isDirectory(path) ? inFolder(path) : Optional.of(TraceFile.read(path));
            if (trace.isPresent()
                    && (reference == null || reference.equals(trace.get().reference()))) {
                return show(trace.get());
            }
            error(path + " does not have the reference " + reference);
            return ExitCode.BROKEN;
        } catch (InvalidTraceException e) {
            error(path + " cannot be explained: " + e.getMessage());
            return ExitCode.BROKEN;
        } catch (IOException e) {
            error(path + " cannot be read");
            return ExitCode.NOT_STARTED;
        }
    }

    private Optional<Trace> inFolder(Path folder) throws IOException, InvalidTraceException {
        return reference == null ? Optional.empty() : TraceFile.find(folder, reference);
    }

    private int fromConfig(ServerSettings settings) {
        if (settings.store() != null) settings.store().close();
        var folder = settings.operation().recorder().folder();
        var management = settings.operation().management();
        if (folder == null && management == null) {
            return wrong("the configuration has neither recorder.folder nor management");
        }
        if (folder != null && Files.isDirectory(folder)) {
            try {
                var trace = inFolder(folder);
                if (trace.isPresent()) return show(trace.get());
            } catch (InvalidTraceException e) {
                error("the file in " + folder + " can't be explained: " + e.getMessage());
            } catch (IOException e) {
                error(folder + " cannot be read");
                if (management == null) return ExitCode.NOT_STARTED;
            }
        }
        if (management != null) return fromListeners(List.of(management.url()), management.token());
        error(folder + " does not have the reference " + reference);
        return ExitCode.BROKEN;
    }

    /** @param known the token, if the configuration has one */
    private int fromListeners(List<String> listeners, @Nullable String known) {
        for (var url : listeners) {
            if (WebUrl.parse(url).filter(it -> it.target().equals("/")).isEmpty()) {
                return wrong("--url must be the address of a management listener, such as " + LOCAL);
            }
        }
        try {
            return ask(listeners, known != null ? known : token());
        } catch (IOException e) {
            error("the file " + tokenFile + " cannot be read");
            return ExitCode.NOT_STARTED;
        }
    }

    private @Nullable String token() throws IOException {
        return tokenFile == null
                ? env.first(TOKEN).orElse(null)
                : Files.readString(tokenFile).strip();
    }

    private int ask(List<String> listeners, @Nullable String token) {
        var request = new TraceRequest(token);
        boolean isUnknown = false;
        for (var url : listeners) {
            try {
                var answer = request.send(url, String.valueOf(reference));
                if (answer.statusCode() == 200) return answer(request, listeners, url, answer.body());
                isUnknown |= answer.statusCode() == 404;
                complain(url, answer.statusCode());
            } catch (IOException e) {
                error("no management listener responds at " + url);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ExitCode.NOT_STARTED;
            }
        }
        if (!isUnknown) return ExitCode.NOT_STARTED;
        error("no process has the reference " + reference + ": another process handled the request, it was "
                + "restarted, or the trace is older than 24 hours");
        return ExitCode.BROKEN;
    }

    private void complain(String url, int status) {
        if (status == 401) {
            error(url + " requires the value of management.token: use --token-file, or set " + TOKEN);
        } else if (status != 404) {
            error(url + " responded with status " + status + "; is it a management listener?");
        }
    }

    private int answer(TraceRequest request, List<String> listeners, String url, String json)
            throws InterruptedException {
        try {
            var trace = TraceRequest.trace(json);
            var begin = begin(request, listeners, trace.missingBegin());
            if (begin.isPresent()) return show(Recorder.join(begin.get(), trace));
            if (replay) return show(trace);
        } catch (InvalidTraceException e) {
            if (replay) {
                error("the response of " + url + " can't be replayed: " + e.getMessage());
                return ExitCode.BROKEN;
            }
        }
        // By the code of the process, which may be of another version.
        var explanation = TraceRequest.explanation(json);
        if (explanation.isPresent()) return print(explanation.get());
        complain(url, 200);
        return ExitCode.NOT_STARTED;
    }

    private Optional<Trace> begin(TraceRequest request, List<String> listeners, @Nullable Id signIn)
            throws InterruptedException {
        if (signIn == null) return Optional.empty();
        for (var url : listeners) {
            try {
                var begin = request.begin(url, signIn);
                if (begin.isPresent()) return begin;
            } catch (IOException e) {
                error("no management listener responds at " + url);
            }
        }
        return Optional.empty();
    }

    private int show(Trace trace) {
        print(Explanation.of(trace).text());
        if (!replay) return ExitCode.DONE;
        var outcome = replayer().orElseThrow().replay(trace);
        print(outcome.text());
        return outcome.agrees() ? ExitCode.DONE : ExitCode.BROKEN;
    }

    private int print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitCode.DONE;
    }

    private int wrong(String message) {
        error(message);
        return ExitCode.WRONG;
    }

    private void error(String message) {
        spec.commandLine().getErr().println("cardea: " + Printable.of(message));
    }
}
