package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * docs/errors.md has a section for each error type. Codes, pages and log lines are those of the running library, and
 * {@code errors.txt} has the rest. {@code -Dcardea.write=errors} writes the page.
 */
class ErrorsPageTest {
    private static final String SITE = "https://app.example/auth";
    private static final Pattern ID = Pattern.compile("id=[0-9a-f]{16}$");
    private static final String AT_STARTUP = "Nothing, because the application doesn't start. If a function returns the"
            + " configuration for each request (`Auth.of(request -> …)`), the error page \"Sign-in isn't working\", with"
            + " status 500.";
    private static final String IN_A_CALL =
            " If only a call from your code needs it, the application starts, and that call"
                    + " throws. Your application decides what to show.";

    /** Types that exist because Auth.js has them: no code of Cardea throws them. */
    private static final Set<ErrorType> NOT_REPORTED =
            EnumSet.of(ErrorType.INVALID_CALLBACK_URL, ErrorType.OAUTH_SIGNIN_ERROR);

    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .environment(Environment.TEST)
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .url(SITE)
            .build());

    private final List<String> faults = faultRows();

    /** The part of a section that no code has. */
    private record Text(String meaning, @Nullable String sees, List<String> causes) {}

    @Test
    void the_page_describes_every_error_type_that_is_reported() throws IOException {
        var texts = texts();
        var codes = reported().map(ErrorType::code).toList();
        assertThat(texts.keySet()).containsExactlyInAnyOrderElementsOf(codes);

        var page = page(texts);
        var file = SourceTree.root().resolve("docs/errors.md");
        if ("errors".equals(System.getProperty("cardea.write"))) Files.writeString(file, page);
        assertThat(Files.readString(file))
                .as("write it with: mvn -pl examples test -Dtest=ErrorsPageTest -Dcardea.write=errors")
                .isEqualTo(page);
    }

    private String page(Map<String, Text> texts) {
        var text = new StringBuilder("""
                # Errors

                Look up an error code from a failed login, whether you found it in a URL, a log line or an event. For every code you
                learn what it means, what the visitor sees, and how to fix it. If all you have is a visitor's report, start with
                [Diagnose a failed sign-in](guides/diagnose-a-failed-sign-in.md).

                - **Code**: visitors only see a code that doesn't help an attacker. All other errors show `Configuration` in the URL.
                - **Reference**: the error page, the header `Cardea-Error-Id` and the log line have the same 16 characters. The log
                  lines below show them as `REFERENCE`.
                - **Your own pages**: with `pages.signIn` or `pages.error`, Cardea redirects visitors there with the same `error`.
                - **Coming from Auth.js?** Cardea ignores a `callbackUrl` that isn't on your site, where Auth.js reports
                  `InvalidCallbackUrl`. A sign-in that couldn't be started is an [AuthError](#autherror), not an `OAuthSignInError`.

                """);
        text.append(reported()
                .map(type -> "- [" + type.code() + "](#" + anchor(type) + ")")
                .collect(Collectors.joining("\n")));
        reported().forEach(type -> text.append(section(type, texts.get(type.code()))));
        return text.toString();
    }

    private static Stream<ErrorType> reported() {
        return Arrays.stream(ErrorType.values()).filter(type -> !NOT_REPORTED.contains(type));
    }

    @Test
    void no_code_throws_the_types_that_the_page_leaves_out() throws IOException {
        var thrown = Pattern.compile(NOT_REPORTED.stream()
                .map(type -> "new \\w+\\(\\s*ErrorType\\." + type.name() + "\\b")
                .collect(Collectors.joining("|")));
        for (var file : SourceTree.files()) {
            var name = SourceTree.root().relativize(file).toString();
            if (name.contains("src/main") && name.endsWith(".java"))
                assertThat(Files.readString(file)).as(name).doesNotContainPattern(thrown);
        }
    }

    private String section(ErrorType type, Text text) {
        var sees = text.sees == null
                ? sees(type)
                : text.sees.replace("@startup", AT_STARTUP).replace(" @call", IN_A_CALL);
        var section = new StringBuilder("\n\n## " + type.code() + "\n\n" + text.meaning + "\n\n**The visitor sees:** "
                + sees + "\n\n**Log:**\n\n```\n" + logLine(type) + "\n```");
        section.append("\n\n**Meter:** `")
                .append(type.isRejection() ? "cardea_rejections_total" : "cardea_errors_total")
                .append("{type=\"")
                .append(type.code())
                .append("\"}`");
        var faults = faults(type);
        if (!faults.isEmpty())
            section.append("\n\n**Causes that `cardea explain` recognizes:**\n\n")
                    .append(faults);
        if (!text.causes.isEmpty()) section.append("\n\n| Cause | Fix |\n|---|---|");
        for (var cause : text.causes)
            section.append("\n| ").append(cause.replace(" :: ", " | ")).append(" |");
        return type.ordinal() == ErrorType.values().length - 1 ? section + "\n" : section.toString();
    }

    /** The numbers of the known faults with this error, as their page lists them. */
    private String faults(ErrorType type) {
        return faults.stream()
                .filter(row -> row.contains("(errors.md#" + anchor(type) + ")"))
                .map(row -> row.split(" \\| "))
                .map(cells -> "- [" + cells[0].substring(2) + "](faults.md) " + cells[1])
                .collect(Collectors.joining("\n"));
    }

    private static List<String> faultRows() {
        try (var lines = Files.lines(SourceTree.root().resolve("docs/faults.md"))) {
            return lines.filter(line -> line.startsWith("| R")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the built-in page shows for the code. */
    private String sees(ErrorType type) {
        boolean isSignIn = type.page() == ErrorType.Page.SIGN_IN;
        var path = (isSignIn ? "/signin" : "/error") + "?error=" + type.publicCode();
        var answer = auth.handle(Request.get(SITE + path));
        var shown = isSignIn
                ? "The sign-in page with \"" + part(answer.text(), "role=\"alert\"><p>(.*?)</p>") + "\", at "
                : "The error page \"" + part(answer.text(), "<h1>(.*?)</h1>") + "\", with status " + answer.status()
                        + ", at ";
        return shown + "`/auth" + path + "`.";
    }

    private static String part(String html, String pattern) {
        var found = Pattern.compile(pattern, Pattern.DOTALL).matcher(html);
        assertThat(found.find()).as("%s in %s", pattern, html).isTrue();
        return found.group(1).strip();
    }

    private static String anchor(ErrorType type) {
        return type.code().toLowerCase(Locale.ROOT);
    }

    /** As the default log writes it. */
    private static String logLine(ErrorType type) {
        var lines = new ArrayList<String>();
        var logger = Logger.getLogger("dev.cardea");
        long thread = Thread.currentThread().getId();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getLongThreadID() == thread) lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        boolean parents = logger.getUseParentHandlers();
        logger.setUseParentHandlers(false);
        try {
            AuthLogger.DEFAULT.error(new AuthException(type, "MESSAGE"));
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(parents);
        }
        assertThat(lines).hasSize(1);
        return ID.matcher(lines.get(0)).replaceFirst("id=REFERENCE");
    }

    private static Map<String, Text> texts() throws IOException {
        var texts = new LinkedHashMap<String, Text>();
        var source = Files.readString(SourceTree.root().resolve("examples/src/test/resources/errors.txt"));
        for (var section : source.split("(?m)^\\[")) {
            if (section.startsWith("#")) continue;
            var lines = section.lines().filter(line -> !line.isBlank()).toList();
            var causes = lines.stream()
                    .filter(line -> line.startsWith("- "))
                    .map(line -> line.substring(2))
                    .toList();
            var sees = lines.stream()
                    .filter(line -> line.startsWith("sees: "))
                    .map(line -> line.substring(6))
                    .findFirst();
            texts.put(lines.get(0).replace("]", ""), new Text(lines.get(1), sees.orElse(null), causes));
        }
        return texts;
    }
}
