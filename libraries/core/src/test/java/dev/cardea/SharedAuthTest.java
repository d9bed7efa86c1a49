package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.SharedState;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One {@code Auth} for many hosts and many threads. */
class SharedAuthTest {
    private static final List<String> TARGETS = List.of(
            "/auth/providers",
            "/auth/signin",
            "/auth/signin?callbackUrl=/in",
            "/auth/csrf",
            "/auth/session",
            "/auth/signout",
            "/auth/error?error=Verification",
            "/auth/verify-request",
            "/auth/callback/acme?code=c&state=s",
            "/auth/callback/nobody");

    @Test
    void nothing_of_one_requests_host_reaches_the_answer_to_another() {
        var auth = Auth.of(config().trustHost(true).build());
        for (int round = 0; round < 3; round++) {
            for (var target : TARGETS) {
                assertThat(all(auth.handle(Request.get("https://one.example" + target))))
                        .as(target)
                        .doesNotContain("two.example");
                assertThat(all(auth.handle(Request.get("https://two.example" + target))))
                        .as(target)
                        .doesNotContain("one.example");
            }
        }
    }

    @Test
    void first_requests_at_the_same_time_get_one_engine() throws Exception {
        var pool = Executors.newFixedThreadPool(16);
        try {
            for (int round = 0; round < 200; round++) {
                var config = config().trustHost(true).build();
                var known = new EnginesByConfig(new SharedState());
                var start = new CountDownLatch(1);
                Set<AuthEngine> engines =
                        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
                var all = new HashSet<Future<?>>();
                for (int i = 0; i < 16; i++) {
                    all.add(pool.submit(() -> {
                        start.await();
                        return engines.add(known.of(config, ""));
                    }));
                }
                start.countDown();
                for (var one : all) one.get();
                assertThat(engines).hasSize(1);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static String all(Response answer) {
        return answer.headers().fields() + answer.text();
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .http(request -> Response.of(500))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}

                    @Override
                    public void warn(String code) {}
                })
                .provider(
                        OAuthProvider.oauth("acme", "Acme")
                                .authorization("https://id.example/authorize")
                                .token("https://id.example/token")
                                .userinfo("https://id.example/userinfo")
                                .clientId("client")
                                .clientSecret("secret"),
                        CredentialsProvider.of((credentials, request) -> Optional.empty()));
    }
}
