package dev.cardea.it.kills;

import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A browser of one visitor, which may ask any of the server processes. */
final class Visitor {
    static final String APP = "https://app.example";

    private static final String SESSION = "__Secure-authjs.session-token";

    private final List<Server> servers;
    private final Map<String, String> cookies = new ConcurrentHashMap<>();
    final String address;

    Visitor(List<Server> servers, String address) {
        this.servers = servers;
        this.address = address;
    }

    /** Another browser with the same cookies. */
    Visitor copy() {
        var copy = new Visitor(servers, address);
        copy.cookies.putAll(cookies);
        return copy;
    }

    /** The same cookies in a browser that asks one process only. */
    Visitor copyAt(Server server) {
        return copyAt(List.of(server));
    }

    Visitor copyAt(List<Server> some) {
        var copy = new Visitor(some, address);
        copy.cookies.putAll(cookies);
        return copy;
    }

    /** The token of the session cookie. */
    @Nullable String session() {
        return cookies.get(SESSION);
    }

    void asksForLink() throws IOException {
        var answer = post("/auth/signin/nodemailer", Map.of("csrfToken", csrf(), "email", address));
        String location = location(answer);
        if (!location.contains("verify-request"))
            throw new IOException("no link: " + answer.statusCode() + " " + location);
    }

    /** Returns whether the answer signs the visitor in. */
    boolean opens(String link) throws IOException {
        get(link.substring(link.indexOf("/auth/")));
        return session() != null;
    }

    /** Signs in at the provider, as the account with the visitor's address as its name. */
    boolean signsInAtProvider() throws IOException {
        var begin = post(
                "/auth/signin/op?login_hint=" + Form.encode(Map.of("", address)).substring(1),
                Map.of("csrfToken", csrf()));
        String provider = location(begin);
        if (!provider.startsWith("http://localhost")) throw new IOException("not sent to the provider: " + provider);
        String back = location(Web.send(Web.request(provider).GET()));
        get(back.substring(back.indexOf("/auth/")));
        return session() != null;
    }

    boolean signsOut() throws IOException {
        post("/auth/signout", Map.of("csrfToken", csrf()));
        return session() == null;
    }

    /** Ends sessions of this user: {@code all}, {@code others}, or an id. */
    boolean ends(String which) throws IOException {
        var body = Json.print(Claims.of("csrfToken", csrf()).with("end", which));
        var answer = send(Web.request(anyServer() + "/auth/sessions")
                .header("Content-Type", "application/json")
                .header("Origin", APP)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        return answer.statusCode() == 200 && !answer.body().equals("{\"ended\":0}");
    }

    /** Asks every process; {@code true} where all say that this visitor is signed in. */
    boolean isSignedIn() throws IOException {
        for (var server : servers) if (!isSignedInAt(server)) return false;
        return true;
    }

    boolean isSignedInAt(Server server) throws IOException {
        var answer = send(Web.request(server.address() + "/auth/session").GET());
        return answer.statusCode() == 200 && answer.body().contains("\"" + address + "\"");
    }

    /** Asks one process, whatever it answers. */
    int reads() throws IOException {
        return get("/auth/session").statusCode();
    }

    String csrf() throws IOException {
        var text = get("/auth/csrf").body();
        int begin = text.indexOf(":\"") + 2;
        if (begin < 2) throw new IOException("no token: " + text);
        return text.substring(begin, text.lastIndexOf('"'));
    }

    HttpResponse<String> get(String path) throws IOException {
        return send(Web.request(anyServer() + path).GET());
    }

    HttpResponse<String> post(String path, Map<String, String> form) throws IOException {
        return send(Web.request(anyServer() + path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", APP)
                .POST(HttpRequest.BodyPublishers.ofString(Form.encode(form))));
    }

    private String anyServer() {
        return servers.get(ThreadLocalRandom.current().nextInt(servers.size())).address();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        var all = cookies.entrySet().stream().map(it -> it.getKey() + "=" + it.getValue());
        if (!cookies.isEmpty()) request.header("Cookie", all.collect(Collectors.joining("; ")));
        var answer = Web.send(request);
        for (var line : answer.headers().allValues("set-cookie")) {
            var pair = line.split(";", 2);
            String name = pair[0].substring(0, pair[0].indexOf('='));
            String value = pair[0].substring(name.length() + 1);
            boolean gone = value.isEmpty() || pair[1].contains("Max-Age=0") || pair[1].contains("1970");
            if (gone) cookies.remove(name);
            else cookies.put(name, value);
        }
        return answer;
    }

    /** Where an answer leads, or its status. */
    static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("location").orElse("status " + answer.statusCode());
    }
}
