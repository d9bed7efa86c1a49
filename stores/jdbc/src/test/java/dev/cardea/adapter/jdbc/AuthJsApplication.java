package dev.cardea.adapter.jdbc;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Network;
import dev.cardea.testing.Require;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An application on Auth.js in a separate process, with two sites: one with database sessions, one with token sessions.
 */
final class AuthJsApplication implements AutoCloseable {
    private final Process process;
    private final Claims ports;

    private AuthJsApplication(Process process, Claims ports) {
        this.process = process;
        this.ports = ports;
    }

    static AuthJsApplication start(String kind, String url, Claims site) {
        AuthJsAdapter.require();
        try {
            var process = new ProcessBuilder(Require.program("node").toString(), "application.mjs", kind, url)
                    .directory(AuthJsAdapter.FOLDER.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().write((site.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            var line = Objects.requireNonNull(out.readLine(), "the application of Auth.js did not start");
            return new AuthJsApplication(process, Json.parseObject(line, 3));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param sessions {@code database} or {@code jwt} */
    HttpHandler with(String sessions) {
        return at(ports.get(Claim.number(sessions)).orElseThrow().intValue());
    }

    /** The link of the newest mail to an address. */
    String link(String address) {
        var mails = Json.parseObject(
                with("database").handle(Request.get("http://localhost/mails")).text(), 4);
        return mails.get(Claim.list("mails")).orElse(List.of()).stream()
                .map(mail -> Claims.of((Map<?, ?>) mail))
                .filter(mail -> address.equals(mail.text("identifier")))
                .reduce((older, newer) -> newer)
                .orElseThrow()
                .text("url");
    }

    /** A port of this machine, whatever address the browser knows it by. */
    static HttpHandler at(int port) {
        return request -> Network.INSTANCE.handle(Request.of(
                request.method(),
                "http",
                request.target(),
                request.headers().set("host", "127.0.0.1:" + port),
                request.body(),
                null));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
