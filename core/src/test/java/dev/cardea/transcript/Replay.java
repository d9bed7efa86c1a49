package dev.cardea.transcript;

import dev.cardea.Auth;
import dev.cardea.error.AuthException;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs one recorded case against the core, and reads both outcomes. */
final class Replay {
    private final Transcript transcript;
    private final Tape tape;

    Replay(Transcript transcript) {
        this.transcript = transcript;
        tape = new Tape(transcript);
    }

    Outcome actual() {
        var auth = Auth.of(request -> new ConfigDouble(transcript, tape).build());
        var masks = masks();
        if (transcript.isRaw()) return raw(auth, masks);
        var answer = auth.handle(request());
        var headers = new LinkedHashMap<String, String>();
        var cookies = new ArrayList<String>();
        for (var field : answer.headers().fields()) {
            var name = field.name().toLowerCase(java.util.Locale.ROOT);
            if (name.equals("set-cookie")) cookies.add(masks.cookie(field.value()));
            else headers.put(name, masks.mask(field.value()));
        }
        var body = body(answer.text(), headers.getOrDefault("content-type", ""), masks);
        return new Outcome(String.valueOf(answer.status()), headers, cookies, body, masked(tape.calls(), masks));
    }

    private Outcome raw(Auth auth, Masks masks) {
        try {
            var internal = auth.raw().handle(request());
            var headers = new LinkedHashMap<String, String>();
            for (var field : internal.headers().fields()) {
                headers.put(field.name().toLowerCase(java.util.Locale.ROOT), field.value());
            }
            if (internal.redirect() != null) headers.put("location", masks.mask(internal.redirect()));
            var cookies = internal.cookies().stream()
                    .map(Cookie::toHeaderValue)
                    .map(masks::cookie)
                    .toList();
            return new Outcome(
                    internal.redirect() == null ? "raw" : "raw redirect",
                    headers,
                    cookies,
                    masks.mask(internal.body() == null ? "" : Wire.print(internal.body())),
                    masked(tape.calls(), masks));
        } catch (AuthException e) {
            return new Outcome("threw " + e.type().code(), Map.of(), List.of(), "", masked(tape.calls(), masks));
        }
    }

    Outcome expected() {
        var masks = masks();
        var threw = transcript.object("thrown").text("type");
        if (threw != null) return new Outcome("threw " + threw, Map.of(), List.of(), "", expectedCalls(masks));
        var response = transcript.object("response");
        if (response.has("raw")) return expectedRaw(Claims.of((Map<?, ?>) response.value("raw")), masks);
        var headers = new LinkedHashMap<String, String>();
        response.get(Claim.object("headers"))
                .orElse(Claims.NONE)
                .asMap()
                .forEach((name, value) -> headers.put(name, masks.mask(String.valueOf(value))));
        var cookies = response.get(Claim.list("setCookie")).orElse(List.of()).stream()
                .map(line -> masks.cookie((String) line))
                .toList();
        var body = response.value("body");
        var text = body instanceof Map<?, ?> map && map.get("htmlSummary") instanceof Map<?, ?> summary
                ? masks.mask(summary(Claims.of(summary)))
                : body((String) (body == null ? "" : body), headers.getOrDefault("content-type", ""), masks);
        return new Outcome(String.valueOf(response.value("status")), headers, cookies, text, expectedCalls(masks));
    }

    private Outcome expectedRaw(Claims raw, Masks masks) {
        var headers = new LinkedHashMap<String, String>();
        if (raw.value("headers") instanceof Map<?, ?> map) {
            map.forEach((name, value) ->
                    headers.put(((String) name).toLowerCase(java.util.Locale.ROOT), String.valueOf(value)));
        }
        var redirect = raw.text("redirect");
        if (redirect != null) headers.put("location", masks.mask(redirect));
        var cookies = raw.get(Claim.list("cookies")).orElse(List.of()).stream()
                .map(c -> Claims.of((Map<?, ?>) c))
                .map(c -> RawCookie.line(c))
                .map(masks::cookie)
                .toList();
        var body = Wire.plain(raw.value("body"));
        return new Outcome(
                redirect == null ? "raw" : "raw redirect",
                headers,
                cookies,
                masks.mask(body == null ? "" : Wire.print(body)),
                expectedCalls(masks));
    }

    List<String> surprises() {
        return tape.surprises();
    }

    private List<String> expectedCalls(Masks masks) {
        var lines = new ArrayList<String>();
        for (var call : transcript.objects("calls")) lines.add(line(call));
        for (var http : transcript.objects("idpRequests")) lines.add("http " + HttpDouble.line(http));
        return masked(lines, masks);
    }

    private static String line(Claims call) {
        var name = call.text("name");
        var args = (List<?>) Wire.plain(call.get(Claim.list("args")).orElse(List.of()));
        if (name.equals("logger.error")) {
            var error = (Map<?, ?>) args.get(0);
            return name + " " + (error.containsKey("type") ? error.get("type") : "Error");
        }
        if (name.equals("logger.warn")) return name + " " + args.get(0);
        return name + Wire.print(args);
    }

    /** Calls to the provider apart: how they interleave with the doubles was not recorded. */
    private static List<String> masked(List<String> calls, Masks masks) {
        var all = new ArrayList<String>();
        calls.stream().filter(c -> !c.startsWith("http ")).forEach(c -> all.add(masks.mask(c)));
        calls.stream().filter(c -> c.startsWith("http ")).forEach(c -> all.add(masks.mask(c)));
        return all;
    }

    private static String body(String text, String type, Masks masks) {
        if (type.startsWith("text/html")) return masks.mask(summary(HtmlSummary.of(text)));
        if (type.startsWith("application/json") && !text.isEmpty() && text.startsWith("{\"message\"")) {
            return "{\"message\":\"<fixed generic text>\"}";
        }
        return masks.mask(text);
    }

    private static String summary(Claims summary) {
        var compared = Claims.NONE;
        for (var name : HtmlSummary.compared()) compared = compared.with(name, summary.value(name));
        return Wire.print(compared);
    }

    private Masks masks() {
        var secret = transcript.config().value("secret");
        var secrets = secret instanceof String text && !text.isEmpty()
                ? Secrets.of(text)
                : secret instanceof List<?> list && !list.isEmpty()
                        ? Secrets.of(list.stream().map(String.class::cast).toList())
                        : Secrets.of("secret");
        return new Masks(secrets, Clock.fixed(transcript.now(), ZoneOffset.UTC));
    }

    private Request request() {
        var source = transcript.request();
        var url = source.text("url");
        int path = url.indexOf('/', 8);
        var origin = WebUrl.parse(path < 0 ? url : url.substring(0, path)).orElseThrow();
        var headers = Headers.of("host", origin.authority());
        for (var header :
                source.get(Claim.object("headers")).orElse(Claims.NONE).asMap().entrySet()) {
            if (!header.getKey().equals("host"))
                headers = headers.with(header.getKey(), String.valueOf(header.getValue()));
        }
        var body = source.value("body");
        var type = contentType(source, body);
        if (type != null && !headers.has("content-type")) headers = headers.with("content-type", type);
        var text = body instanceof String string ? string : body == null ? "" : Json.print(body);
        return Request.of(
                source.text("method"),
                origin.scheme(),
                path < 0 ? "/" : url.substring(path),
                headers,
                text.getBytes(StandardCharsets.UTF_8),
                "127.0.0.1");
    }

    private static @Nullable String contentType(Claims source, @Nullable Object body) {
        if (body == null) return null;
        var encoding = source.text("bodyEncoding");
        if (encoding != null) return encoding + ";charset=UTF-8";
        return "text/plain;charset=UTF-8";
    }
}
