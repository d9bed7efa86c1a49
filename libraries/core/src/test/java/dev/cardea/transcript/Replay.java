package dev.cardea.transcript;

import dev.cardea.Auth;
import dev.cardea.error.AuthException;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What the core answers and calls when a recorded case is played to it. */
final class Replay {
    private static final String ERROR_ID = "cardea-error-id";

    private final Transcript transcript;
    private final RecordedCalls tape;
    private final Masks masks;

    private Replay(Transcript transcript) {
        this.transcript = transcript;
        tape = new RecordedCalls(transcript);
        masks = new Masks(transcript);
    }

    static Outcome of(Transcript transcript) {
        return new Replay(transcript).outcome();
    }

    private Outcome outcome() {
        var auth = Auth.of(request -> new ConfigDouble(transcript, tape).build());
        return transcript.isRaw() ? internal(auth) : written(auth.handle(request()));
    }

    private Outcome written(Response answer) {
        var id = answer.header(ERROR_ID).orElse("<none>");
        var headers = new LinkedHashMap<String, String>();
        var cookies = new ArrayList<String>();
        for (var field : answer.headers().fields()) {
            var name = field.name().toLowerCase(Locale.ROOT);
            var value = field.value().replace(id, "<error id>");
            if (name.equals("set-cookie")) cookies.add(masks.cookie(value));
            else headers.put(name, masks.mask(value));
        }
        var status = String.valueOf(answer.status());
        if (headers.getOrDefault("content-type", "").startsWith("text/html")) {
            headers.computeIfPresent(
                    "content-security-policy", (n, policy) -> HtmlSummary.nameHash(policy, answer.text()));
            var page = masks.mask(HtmlSummary.of(answer.text()));
            return new Outcome(status, headers, cookies, page, "", calls());
        }
        return new Outcome(status, headers, cookies, null, masks.mask(RecordedOutcome.generic(answer.text())), calls());
    }

    private Outcome internal(Auth auth) {
        try {
            var internal = auth.raw().handle(request());
            var headers = new LinkedHashMap<String, String>();
            for (var field : internal.headers().fields()) {
                headers.put(field.name().toLowerCase(Locale.ROOT), field.value());
            }
            if (internal.redirect() != null) headers.put("location", masks.mask(internal.redirect()));
            var cookies = internal.cookies().stream()
                    .map(Cookie::toHeaderValue)
                    .map(masks::cookie)
                    .toList();
            return new Outcome(
                    internal.redirect() == null
                            ? "raw " + Objects.requireNonNullElse(internal.status(), 200)
                            : "raw redirect",
                    headers,
                    cookies,
                    null,
                    masks.mask(internal.body() == null ? "" : Wire.print(internal.body())),
                    calls());
        } catch (AuthException e) {
            return new Outcome("threw " + e.type().code(), Map.of(), List.of(), null, "", calls());
        }
    }

    /** Calls to the provider at the end: how they interleave with the doubles was not recorded. */
    private List<String> calls() {
        var all = new ArrayList<String>();
        tape.calls().stream().filter(c -> !c.startsWith("http ")).forEach(all::add);
        tape.calls().stream().filter(c -> c.startsWith("http ")).forEach(all::add);
        return masks.mask(all);
    }

    private Request request() {
        var source = transcript.request();
        var origin = WebUrl.parse(transcript.origin()).orElseThrow();
        var headers = Headers.of("host", origin.authority());
        var sent = source.get(Claim.object("headers")).orElse(Claims.NONE).without("host");
        for (var header : sent.asMap().entrySet()) {
            headers = headers.with(header.getKey(), String.valueOf(header.getValue()));
        }
        var body = source.value("body");
        if (body != null && !headers.has("content-type")) headers = headers.with("content-type", contentType(source));
        var text = body instanceof String string ? string : body == null ? "" : Json.print(body);
        return Request.of(
                source.text("method"),
                origin.scheme(),
                transcript.target(),
                headers,
                text.getBytes(StandardCharsets.UTF_8),
                "127.0.0.1");
    }

    private static String contentType(Claims source) {
        var encoding = source.text("bodyEncoding");
        return (encoding == null ? "text/plain" : encoding) + ";charset=UTF-8";
    }
}
