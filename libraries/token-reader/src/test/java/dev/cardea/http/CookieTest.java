package dev.cardea.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CookieTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00.900Z");

    @Test
    void each_cookie_has_its_own_date() {
        assertThat(dated(NOON)).contains("; Expires=Fri, 01 May 2026 12:00:00 GMT");
        assertThat(dated(NOON.plusMillis(99))).contains("; Expires=Fri, 01 May 2026 12:00:00 GMT");
        assertThat(dated(NOON.plusMillis(100))).contains("; Expires=Fri, 01 May 2026 12:00:01 GMT");
        assertThat(dated(NOON)).contains("; Expires=Fri, 01 May 2026 12:00:00 GMT");
        assertThat(dated(Instant.EPOCH)).contains("; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
        assertThat(dated(Instant.EPOCH.minusMillis(1))).contains("; Expires=Wed, 31 Dec 1969 23:59:59 GMT");
    }

    @Test
    void dates_written_concurrently_are_not_mixed_up() {
        assertThat(IntStream.range(0, 20_000).parallel())
                .allMatch(i -> dated(NOON.plusSeconds(i % 50)).contains("12:00:%02d GMT".formatted(i % 50)));
    }

    private static String dated(Instant expires) {
        return new Cookie("a", "b", CookieOptions.DEFAULT.expires(expires)).toHeaderValue();
    }
}
