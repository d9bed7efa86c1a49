package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenReaderTest {
    private static final String NAME = "authjs.session-token";
    private static final Secrets SECRETS = Secrets.of("secret");
    private static final TokenReader READER = TokenReader.with(SECRETS);

    private final String token = token(NAME);

    @Test
    void a_token_is_read_from_a_request_a_map_or_a_header_function() {
        var cookie = "a=b; " + NAME + "=" + token;
        var request = Request.get("https://app.example/").header("cookie", cookie);
        assertThat(sub(READER.read(request))).isEqualTo("42");
        assertThat(sub(READER.read(Map.of("Cookie", cookie)))).isEqualTo("42");
        assertThat(sub(READER.read(Map.of("cookie", cookie)))).isEqualTo("42");
        assertThat(sub(READER.read(name -> name.equals("cookie") ? cookie : null)))
                .isEqualTo("42");
        assertThat(READER.readRaw(request)).contains(token);
        assertThat(READER.readRaw(Map.of("COOKIE", cookie))).contains(token);
        assertThat(READER.readRaw(name -> name.equals("cookie") ? cookie : null))
                .contains(token);
    }

    @Test
    void a_bearer_token_counts_if_there_is_no_cookie() {
        assertThat(sub(READER.read(Map.of("Authorization", "Bearer " + token)))).isEqualTo("42");
        assertThat(READER.read(Map.of("cookie", NAME + "=x", "authorization", "Bearer " + token)))
                .isEmpty();
        assertThat(READER.readRaw(Map.of("cookie", NAME + "=; a=b", "authorization", "Bearer " + token)))
                .contains(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer  x",
                "bearer x",
                "BEARER x",
                " Bearer x",
                "Bearer\tx",
                "Basic x",
                "Bearer %",
                "Bearer %zz",
                "Bearer %ff",
                "Bearer %c0%af"
            })
    void other_authorization_headers_are_ignored(String authorization) {
        assertThat(READER.readRaw(Map.of("authorization", authorization))).isEmpty();
        assertThat(READER.read(Map.of("authorization", authorization))).isEmpty();
    }

    @Test
    void the_first_word_after_bearer_is_the_token() {
        assertThat(READER.readRaw(Map.of("authorization", "Bearer a%2Eb c"))).contains("a.b");
    }

    @Test
    void a_token_of_development_mode_is_ignored_unless_the_reader_allows_it() {
        var marked = ReservedClaim.Mark.DEVELOPMENT.on(Claims.of("sub", "42"));
        for (var mark : new Object[] {true, "?", 1}) {
            var token = Jwt.CODEC.encode(
                    new EncodeParams(marked.with("cardea", Map.of("development", mark)), SECRETS, NAME, 60));
            var headers = Map.of("cookie", NAME + "=" + token);
            assertThat(READER.read(headers)).as("%s", mark).isEmpty();
            assertThat(sub(READER.allowDevelopmentTokens(true).read(headers))).isEqualTo("42");
            assertThat(READER.allowDevelopmentTokens(true)
                            .allowDevelopmentTokens(false)
                            .read(headers))
                    .isEmpty();
        }
    }

    @Test
    void allowing_tokens_of_development_mode_allows_no_unverified_address() {
        var both = Map.of("development", true, "unverified", true);
        var token = Jwt.CODEC.encode(new EncodeParams(Claims.of("sub", "42").with("cardea", both), SECRETS, NAME, 60));
        assertThat(READER.allowDevelopmentTokens(true).read(Map.of("cookie", NAME + "=" + token)))
                .isEmpty();
    }

    @Test
    void a_codec_of_the_application_does_not_let_a_token_of_development_mode_pass() {
        JwtCodec codec = new JwtCodec() {
            @Override
            public String encode(EncodeParams params) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Optional<Claims> decode(DecodeParams params) {
                return Optional.of(ReservedClaim.Mark.DEVELOPMENT.on(Claims.of("sub", "42")));
            }
        };
        assertThat(READER.decode(codec).read(Map.of("cookie", NAME + "=x"))).isEmpty();
    }

    @Test
    void chunks_are_joined_and_broken_ones_are_ignored() {
        int half = token.length() / 2;
        var chunks = NAME + ".1=" + token.substring(half) + "; " + NAME + ".0=" + token.substring(0, half);
        assertThat(sub(READER.read(Map.of("cookie", chunks)))).isEqualTo("42");
        var gap = Map.of("cookie", NAME + ".0=a; " + NAME + ".2=c", "authorization", "Bearer " + token);
        assertThat(READER.read(gap)).isEmpty();
        assertThat(READER.readRaw(gap)).isEmpty();
    }

    @Test
    void the_secure_cookie_and_the_plain_one_are_not_mixed_up() {
        var secure = "__Secure-" + NAME;
        var cookies = Map.of("cookie", secure + "=" + token(secure));
        assertThat(READER.read(cookies)).isEmpty();
        assertThat(sub(READER.secureCookie(true).read(cookies))).isEqualTo("42");
        assertThat(READER.secureCookie(true).secureCookie(false).read(cookies)).isEmpty();
        assertThat(READER.secureCookie(true).read(Map.of("cookie", secure + "=" + token)))
                .isEmpty();
    }

    @Test
    void a_custom_cookie_name_is_also_the_salt_unless_set() {
        var own = Map.of("cookie", "own=" + token("own"));
        assertThat(sub(READER.cookieName("own").read(own))).isEqualTo("42");
        assertThat(sub(READER.secureCookie(true).cookieName("own").read(own))).isEqualTo("42");
        var salted = Map.of("cookie", "own=" + token("salt"));
        assertThat(READER.cookieName("own").read(salted)).isEmpty();
        assertThat(sub(READER.cookieName("own").salt("salt").read(salted))).isEqualTo("42");
    }

    @Test
    void the_clock_decides_expiry() {
        var cookie = Map.of("cookie", NAME + "=" + token);
        var later = Clock.fixed(Instant.now().plus(Duration.ofDays(31)), ZoneOffset.UTC);
        assertThat(READER.clock(later).read(cookie)).isEmpty();
        assertThat(READER.clock(Clock.systemUTC()).read(cookie)).isPresent();
    }

    @Test
    void a_custom_codec_is_kept_in_any_order_of_calls() {
        var codec = new Own();
        var headers = Map.of("authorization", "Bearer abc");
        var clock = Clock.systemUTC();
        assertThat(sub(READER.decode(codec).read(headers))).isEqualTo("abc/" + NAME);
        assertThat(sub(READER.decode(codec).clock(clock).read(headers))).isEqualTo("abc/" + NAME);
        assertThat(sub(READER.clock(clock).decode(codec).read(headers))).isEqualTo("abc/" + NAME);
    }

    @Test
    void any_exception_of_a_custom_codec_means_an_untrusted_token() {
        assertThat(READER.decode(new Own()).read(Map.of("authorization", "Bearer throw")))
                .isEmpty();
    }

    @Test
    void without_a_secret_a_token_can_only_be_read_raw() {
        var cookie = Map.of("cookie", NAME + "=" + token);
        var reader = TokenReader.withoutSecret();
        assertThat(reader.readRaw(cookie)).contains(token);
        assertThatThrownBy(() -> reader.read(cookie))
                .isInstanceOf(MissingSecretException.class)
                .hasMessageContaining("AUTH_SECRET");
        assertThat(reader.read(Map.of())).isEmpty();
    }

    @Test
    void a_map_may_have_a_null_key_for_the_status_line() {
        var headers = new HashMap<String, String>();
        headers.put(null, "HTTP/1.1 200 OK");
        assertThat(READER.read(headers)).isEmpty();
        headers.put("Cookie", null);
        assertThat(READER.read(headers)).isEmpty();
    }

    @Test
    void no_request_of_a_visitor_makes_it_throw() {
        var random = new Random(4711);
        var pieces = new String[] {
            NAME,
            ".0",
            ".1",
            ".99999999999",
            "=",
            ";",
            " ",
            "%",
            "%zz",
            "%00",
            ".",
            "..",
            "eyJhbGciOiJkaXIifQ",
            "\u0000",
            "\r\n",
            "\"",
            "é",
            "🔐",
            "\ud800",
            "Bearer ",
            "__Secure-",
            ",",
            token,
            token.substring(0, 200),
            "A".repeat(5000),
            "\t",
            "__proto__"
        };
        var raw = TokenReader.withoutSecret();
        for (int i = 0; i < 5000; i++) {
            var cookie = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) cookie.append(pieces[random.nextInt(pieces.length)]);
            var bearer = new StringBuilder("Bearer ");
            for (int n = random.nextInt(4); n >= 0; n--) bearer.append(pieces[random.nextInt(pieces.length)]);
            var headers = Map.of("cookie", cookie.toString(), "authorization", bearer.toString());
            READER.read(headers)
                    .ifPresent(claims -> assertThat(claims.text("sub")).isEqualTo("42"));
            assertThat(raw.readRaw(headers)).isNotNull();
        }
    }

    @Test
    void a_huge_header_is_processed_immediately() {
        var many = new StringBuilder();
        for (int i = 0; i < 100_000; i++)
            many.append(NAME).append('.').append(i).append("=x; ");
        var huge = "x".repeat(20_000_000);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            assertThat(READER.read(Map.of("cookie", many.toString()))).isEmpty();
            assertThat(READER.read(Map.of("cookie", NAME + "=" + huge))).isEmpty();
            assertThat(READER.read(Map.of("authorization", "Bearer " + huge))).isEmpty();
        });
    }

    private static String token(String salt) {
        return Jwt.encode(new EncodeParams(Claims.of("sub", "42"), SECRETS, salt));
    }

    private static String sub(Optional<Claims> claims) {
        return claims.orElseThrow().text("sub");
    }

    /** A codec whose tokens are the subject itself. */
    private static final class Own implements JwtCodec {
        @Override
        public String encode(EncodeParams params) {
            return String.valueOf(params.token().text("sub"));
        }

        @Override
        public Optional<Claims> decode(DecodeParams params) {
            if ("throw".equals(params.token())) throw new UnsupportedOperationException();
            return Optional.of(Claims.of("sub", params.token() + "/" + params.salt()));
        }
    }
}
