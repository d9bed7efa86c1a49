package dev.cardea.transcript;

import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the reference answered and called in one case. */
final class RecordedOutcome {
    private final Transcript transcript;
    private final Masks masks;

    private RecordedOutcome(Transcript transcript) {
        this.transcript = transcript;
        masks = new Masks(transcript);
    }

    static Outcome of(Transcript transcript) {
        return new RecordedOutcome(transcript).outcome();
    }

    private Outcome outcome() {
        var threw = transcript.object("thrown");
        if (!threw.isEmpty()) {
            var type = threw.text("type");
            return new Outcome(
                    "threw " + (type == null ? threw.text("name") : type), Map.of(), List.of(), null, "", calls());
        }
        var response = transcript.object("response");
        var raw = response.get(Claim.object("raw"));
        return raw.isPresent() ? internal(raw.get()) : written(response);
    }

    private Outcome written(Claims response) {
        var headers = new LinkedHashMap<String, String>();
        response.get(Claim.object("headers"))
                .orElse(Claims.NONE)
                .asMap()
                .forEach((name, value) -> headers.put(name, masks.mask(String.valueOf(value))));
        var cookies = response.get(Claim.list("setCookie")).orElse(List.of()).stream()
                .map(line -> masks.cookie((String) line))
                .toList();
        var status = String.valueOf(response.value("status"));
        var page = response.get(Claim.object("body")).flatMap(body -> body.get(Claim.object("htmlSummary")));
        if (page.isPresent()) {
            var read = masks.mask(PageRules.inputs(page.get(), RecordedOutcome::label));
            return new Outcome(status, headers, cookies, read, "", calls());
        }
        var body = response.text("body");
        return new Outcome(status, headers, cookies, null, masks.mask(body == null ? "" : generic(body)), calls());
    }

    /** The recorder took the words of a label with brackets in it for attributes of their own. */
    private static Map<String, Object> label(Map<String, Object> input) {
        if (!input.keySet().containsAll(Set.of("label", "User", "lt", "b"))) return input;
        input.keySet().removeAll(Set.of("User", "lt", "b"));
        input.put("label", "User <b>");
        return input;
    }

    /** Each side words the message about a broken configuration differently. */
    static String generic(String body) {
        return body.startsWith("{\"message\":") ? "{\"message\":\"<fixed generic text>\"}" : body;
    }

    private Outcome internal(Claims raw) {
        var headers = new LinkedHashMap<String, String>();
        raw.get(Claim.object("headers"))
                .orElse(Claims.NONE)
                .asMap()
                .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), String.valueOf(value)));
        var redirect = raw.text("redirect");
        if (redirect != null) headers.put("location", masks.mask(redirect));
        var cookies = raw.get(Claim.list("cookies")).orElse(List.of()).stream()
                .map(c -> masks.cookie(line(Claims.of((Map<?, ?>) c))))
                .toList();
        var body = Wire.plain(raw.value("body"));
        return new Outcome(
                redirect == null ? "raw " + raw.get(Claim.number("status")).orElse(200L) : "raw redirect",
                headers,
                cookies,
                null,
                masks.mask(body == null ? "" : Wire.print(body)),
                calls());
    }

    /** A cookie of a raw answer as the header line it would become. */
    private static String line(Claims cookie) {
        var options = cookie.get(Claim.object("options")).orElse(Claims.NONE);
        var line = CookieOptions.DEFAULT
                .httpOnly(Boolean.TRUE.equals(options.value("httpOnly")))
                .secure(Boolean.TRUE.equals(options.value("secure")))
                .path(options.text("path"))
                .maxAge(options.get(Claim.number("maxAge")).orElse(null));
        var sameSite = options.text("sameSite");
        line = line.sameSite(
                sameSite == null ? null : CookieOptions.SameSite.parse(sameSite).orElseThrow());
        if (Wire.plain(options.value("expires")) instanceof Instant instant) line = line.expires(instant);
        return new Cookie(cookie.text("name"), String.valueOf(cookie.value("value")), line).toHeaderValue();
    }

    private List<String> calls() {
        var lines = new ArrayList<String>();
        for (var call : transcript.objects("calls")) lines.add(line(call.text("name"), call));
        for (var request : transcript.objects("idpRequests")) lines.add(HttpDouble.line(request));
        return masks.mask(lines);
    }

    private static String line(String name, Claims call) {
        var args = (List<?>) Wire.plain(call.get(Claim.list("args")).orElse(List.of()));
        if (name.equals("logger.error")) return LoggerDouble.line((Map<?, ?>) args.get(0));
        if (name.equals("logger.warn")) return name + " " + args.get(0);
        return name + Wire.print(args);
    }
}
