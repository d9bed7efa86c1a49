package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A browser without pages: its cookies, and a CSRF token if the site issues them. Not thread-safe. */
final class TestVisitor {
    private final TargetSite site;
    private final Map<String, String> jar = new LinkedHashMap<>();
    private @Nullable String token;

    private TestVisitor(TargetSite site) {
        this.site = site;
    }

    /**
     * Returns a browser without a past, with a fresh token. Without one its posts have none: a site that accepts them has to be reported,
     * not left out.
     */
    static TestVisitor of(TargetSite site) throws IOException {
        var visitor = new TestVisitor(site);
        var answer = visitor.send(Call.get(site.route("/csrf")));
        var issued = JsonAnswers.member(answer.text(), "csrfToken").filter(token -> !token.isEmpty());
        issued.ifPresent(site.masks()::add);
        visitor.token = issued.orElse(null);
        return visitor;
    }

    /** Sends a call with the cookies of this visitor, and keeps those of the answer. */
    Answer send(Call call) throws IOException {
        var answer = site.send(call.cookies(jar));
        for (var cookie : answer.cookies()) {
            site.masks().add(cookie.value());
            if (cookie.deletes()) jar.remove(cookie.name());
            else jar.put(cookie.name(), cookie.value());
        }
        return answer;
    }

    /** Sends a form with the token of this visitor. */
    Answer post(String target, Map<String, String> fields) throws IOException {
        return send(form(target, fields));
    }

    /** Returns the form with the token of this visitor, without the cookies. */
    Call form(String target, Map<String, String> fields) {
        return Call.post(target, withToken(fields));
    }

    boolean isSignedIn() throws IOException {
        return site.session(send(Call.get(site.route("/session")))).isPresent();
    }

    void signOut() throws IOException {
        post(site.route("/signout"), Map.of());
    }

    /** Returns the fields with the token of this visitor. */
    Map<String, String> withToken(Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>();
        if (token != null) all.put("csrfToken", token);
        all.putAll(fields);
        return all;
    }

    /** @throws NotRunException if the site issues no tokens */
    String token() {
        if (token == null) throw Trial.notRun("the site issues no CSRF tokens, so none can be tried");
        return token;
    }

    /** Returns the cookies, in percent escapes; changes count. */
    Map<String, String> jar() {
        return jar;
    }

    /** Sets a cookie that the site did not set. */
    void plant(String name, String value) {
        jar.put(name, Form.encodeComponent(value));
    }
}
