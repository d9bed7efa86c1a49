package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1|Safari|iPhone",
                "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/126.0 Mobile Safari/604.1|Chrome|iPad",
                "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/25.0 Chrome/121.0 Safari/537|Samsung Internet|Android",
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0.0.0 Safari/537.36|Chrome|ChromeOS",
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0|Edge|Windows",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15|Safari|macOS",
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0|Firefox|Linux"
            })
    void a_browser_and_its_system_have_the_names_that_users_know(String userAgent, String browser, String system) {
        assertThat(Device.of(userAgent)).isEqualTo(new Device(Optional.of(browser), Optional.of(system)));
    }

    @Test
    void a_program_has_no_name_that_users_know() {
        assertThat(Device.of("curl/8.5.0")).isEqualTo(Device.UNKNOWN);
        assertThat(Device.of("<script>alert(1)</script>")).isEqualTo(Device.UNKNOWN);
    }

    @Test
    void an_iphone_and_an_android_phone_are_phones() {
        assertThat(Device.of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")
                        .isPhone())
                .isTrue();
        assertThat(Device.of("Mozilla/5.0 (Linux; Android 15)").isPhone()).isTrue();
        assertThat(Device.of("Mozilla/5.0 (X11; Linux x86_64)").isPhone()).isFalse();
    }
}
