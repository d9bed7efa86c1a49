package dev.cardea.host.micronaut;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A running application with the controllers of one test. */
record RunningApplication(ApplicationContext context, int port) implements AutoCloseable {
    static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    static final SignedIn ADA = SignedIn.as(User.of("7", "Ada", null), SECRET);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** @param test whose controllers to use */
    static RunningApplication by(String test, UnaryOperator<AuthConfig.Builder> change, Map<String, Object> settings) {
        return by(test, auth(change), settings);
    }

    /** @param beans additional beans */
    static RunningApplication by(String test, Auth auth, Map<String, Object> settings, Object... beans) {
        var all = new HashMap<String, Object>(Map.of(
                "test",
                test,
                "micronaut.server.host",
                "127.0.0.1",
                "micronaut.server.port",
                -1,
                "micronaut.security.enabled",
                false));
        all.putAll(settings);
        var context = ApplicationContext.builder().properties(all).build();
        context.registerSingleton(Auth.class, auth);
        for (var bean : beans) context.registerSingleton(bean);
        context.start();
        return new RunningApplication(
                context, context.getBean(EmbeddedServer.class).start().getPort());
    }

    static Auth auth(UnaryOperator<AuthConfig.Builder> change) {
        return Auth.of(change.apply(AuthConfig.builder().env(Env.none()).secret(SECRET)));
    }

    String address() {
        return "http://localhost:" + port;
    }

    HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(address() + path));
    }

    HttpResponse<String> get(String path) {
        return send(to(path));
    }

    HttpResponse<String> getAsAda(String path) {
        return send(to(path).header("Cookie", ADA.cookies()));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
