package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Recorded calls to mail services, and what they made of the answers. SMTP is another module's. */
class EmailVectorsTest {
    private static final Set<String> NOT_COMPARED = Set.of("host", "accept-language");

    private final Differences differences = Differences.of("email");

    @TestFactory
    Stream<DynamicTest> a_mail_leaves_as_recorded() {
        var cases = Vectors.of("email-vectors.json", "vectors")
                .filter(vector -> vector.has("provider") && vector.has("url"))
                .map(vector -> dynamicTest(
                        name(vector), () -> differences.check(name(vector), recorded(vector), ours(vector))));
        return Stream.concat(cases, Stream.of(dynamicTest("the list of differences is true", differences::allUsed)));
    }

    private static String name(Claims vector) {
        return "email " + vector.text("provider") + ": " + vector.text("case");
    }

    private static List<String> recorded(Claims vector) {
        var lines = new ArrayList<String>();
        lines.add(String.valueOf(vector.text("outcome")));
        var told = vector.text("errorEndsWith");
        if (told != null && !told.equals("(fixed text)")) lines.add("told " + told);
        Vectors.objects(vector, "requests").forEach(request -> {
            lines.add("asks " + request.text("method") + " " + request.text("url"));
            Vectors.texts(request, "headers").forEach((name, value) -> header(lines, name, value));
            var body = Vectors.object(request, "body");
            if (body.has("json")) lines.add("asks with " + Json.print(body.value("json")));
            Vectors.texts(body, "fields").forEach((name, value) -> lines.add("asks with " + name + "=" + value));
        });
        return lines;
    }

    private static List<String> ours(Claims vector) {
        var lines = new ArrayList<String>();
        var asked = new ArrayList<Request>();
        try {
            var provider = provider(vector);
            var sender = ((MailService) provider.sender()).over(request -> {
                asked.add(request);
                return answer(Vectors.object(vector, "response"));
            });
            var request = request(vector, provider);
            sender.send(request);
            lines.add("ok");
        } catch (MailServiceException e) {
            lines.add("throws");
            var message = String.valueOf(e.getMessage());
            var known = vector.text("errorEndsWith");
            if (known != null && !known.equals("(fixed text)")) lines.add("told " + message.split(": ", 2)[1]);
        } catch (IllegalArgumentException e) {
            lines.add("throws");
        }
        asked.forEach(request -> described(lines, vector, request));
        return lines;
    }

    private static EmailProvider provider(Claims vector) {
        var config = Vectors.texts(vector, "config");
        var apiKey = config.remove("apiKey");
        var from = config.remove("from");
        var brand = Providers.byId(vector.text("provider")).orElseThrow();
        var provider = ((EmailProvider) brand.provider(config)).apiKey(apiKey);
        return from == null ? provider : provider.from(from);
    }

    private static VerificationRequest request(Claims vector, EmailProvider provider) {
        return new VerificationRequest(
                String.valueOf(vector.text("identifier")),
                String.valueOf(vector.text("url")),
                "TOKEN",
                Instant.EPOCH,
                provider,
                WebUrl.parse(String.valueOf(vector.text("url"))).orElseThrow().authority(),
                Theme.DEFAULT,
                Request.get("https://app.example/auth/signin"));
    }

    private static Response answer(Claims recorded) {
        if (recorded.has("networkError")) throw new UncheckedIOException(new IOException("no route"));
        int status = ((Long) recorded.value("status")).intValue();
        var body = recorded.has("json") ? Json.print(recorded.value("json")) : String.valueOf(recorded.text("text"));
        return Response.of(status, "application/json", body);
    }

    private static void described(List<String> lines, Claims vector, Request request) {
        lines.add("asks " + request.method() + " " + request.url());
        request.headers().fields().forEach(field -> header(lines, field.name(), field.value()));
        var mail = VerificationMail.of(
                request(vector, EmailProvider.of("x", ignored -> {})), Texts.DEFAULT, Locale.ENGLISH);
        try {
            var text = request.text()
                    .replace(Json.print(mail.html()), "\"<html body>\"")
                    .replace(Json.print(mail.text()), "\"<text body>\"");
            lines.add("asks with " + Json.print(Json.parse(text, 100)));
        } catch (JsonException e) {
            fields(request.text())
                    .forEach((name, value) -> lines.add("asks with " + name + "="
                            + value.replace(mail.html(), "<html body>").replace(mail.text(), "<text body>")));
        }
    }

    private static Map<String, String> fields(String multipart) {
        var fields = new LinkedHashMap<String, String>();
        for (var part : multipart.split("--[0-9a-f-]{36}(--)?\r\n")) {
            if (part.isEmpty()) continue;
            var name = part.replaceFirst("(?s)^Content-Disposition: form-data; name=\"(\\w+)\".*", "$1");
            fields.put(name, part.substring(part.indexOf("\r\n\r\n") + 4, part.length() - 2));
        }
        return new TreeMap<>(fields);
    }

    private static void header(List<String> lines, String name, String value) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("content-type") && value.startsWith("multipart/")) return;
        if (!NOT_COMPARED.contains(lower)) lines.add("asks with " + lower + ": " + value);
    }

    @TestFactory
    Stream<DynamicTest> an_address_takes_its_normal_form() {
        var list = Differences.of("address");
        var cases = Vectors.of("email-vectors.json", "vectors")
                .filter(vector -> String.valueOf(vector.text("kind")).startsWith("identifier"))
                .flatMap(vector -> Vectors.objects(vector, "vectors"))
                .map(vector -> {
                    var name = "address " + Json.print(vector.value("input"));
                    var output = vector.text("output");
                    return dynamicTest(
                            name,
                            () -> list.check(
                                    name,
                                    List.of(output == null ? "refused" : output),
                                    List.of(normalized(vector.text("input")))));
                });
        return Stream.concat(cases, Stream.of(dynamicTest("the list of differences is true", list::allUsed)));
    }

    private static String normalized(String accepted) {
        var seen = new ArrayList<String>();
        var config = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .url(Journey.APP)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .adapter(new InMemoryAdapter())
                .provider(EmailProvider.of("mail", request -> seen.add(request.identifier())));
        config.danger().skipCsrfCheck();
        var form = accepted == null ? "" : "email=" + Form.encode(accepted);
        Auth.of(config.build())
                .handle(Request.post(Journey.APP + "/auth/signin/mail", "application/x-www-form-urlencoded", form));
        return seen.isEmpty() ? "refused" : seen.get(0);
    }

    @Test
    void the_mail_has_the_recorded_properties() {
        var properties = Vectors.of("email-vectors.json", "vectors")
                .filter(vector -> "content properties".equals(vector.text("kind")))
                .findFirst()
                .orElseThrow();
        var provider = EmailProvider.of("x", ignored -> {});
        var link = "https://app.example/auth/callback/x?a=1&email=ada%40example.com";
        var request = new VerificationRequest(
                "ada@example.com",
                link,
                "TOKEN",
                Instant.EPOCH,
                provider,
                "app.example",
                Theme.DEFAULT,
                Request.get(Journey.APP));
        var mail = VerificationMail.of(request, Texts.DEFAULT, Locale.ENGLISH);
        assertThat((long) mail.text().split("\n", -1).length).isEqualTo(properties.value("textLines"));
        assertThat(mail.text().contains(link)).isEqualTo(properties.value("textIncludesUrl"));
        assertThat(mail.html().contains("app\u200B.example")).isEqualTo(properties.value("htmlZeroWidthBeforeDots"));
        assertThat(mail.html().contains("ada@example.com")).isEqualTo(properties.value("htmlHasEmail"));
        assertThat(mail.html()).as("escaped, which the recorded one is not").contains("?a=1&amp;email=");
    }
}
