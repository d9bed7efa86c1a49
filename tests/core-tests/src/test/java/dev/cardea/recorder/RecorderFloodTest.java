package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.FakeClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An attacker's failing sign-ins do not hide the failure of a visitor, and take no more memory by and by. */
class RecorderFloodTest {
    private final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");

    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .url("https://app.example")
            .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
            .clock(clock)
            .rateLimits(RateLimits.OFF)
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException error) {
                    // The recorder has it.
                }
            })
            .provider(OAuthProvider.oauth("acme", "Acme")
                    .clientId("id")
                    .clientSecret("secret")
                    .authorization("https://id.example/authorize")
                    .token("https://id.example/token")
                    .userinfo("https://id.example/userinfo"))
            .build());

    @Test
    @Tag("slow")
    void a_visitors_trace_outlives_a_flood_of_half_a_day() {
        var visitor = fail("198.51.100.7");
        flood(5_000);
        int held = Recorder.of(auth).size();
        flood(5_000);
        assertThat(Recorder.of(auth).find(visitor)).isPresent();
        assertThat(held).isLessThanOrEqualTo(Recorder.MAX_STEPS_OF_NETWORK + 64);
        assertThat(Recorder.of(auth).size()).isLessThanOrEqualTo(Recorder.MAX_STEPS_OF_NETWORK + 64);
    }

    /** Ten a minute, which is what the recorder keeps of one network. */
    private void flood(int many) {
        for (int i = 0; i < many; i++) {
            clock.advance(Duration.ofSeconds(4));
            fail("192.0.2." + i % 256);
        }
    }

    /** Returns the reference that is on the page. */
    private String fail(String address) {
        var headers = Headers.of(List.of(new Headers.Field("host", "app.example")));
        var request = Request.of("GET", "https", "/auth/callback/acme?code=c&state=s", headers, new byte[0], address);
        return auth.handle(request).header("Cardea-Error-Id").orElseThrow();
    }
}
