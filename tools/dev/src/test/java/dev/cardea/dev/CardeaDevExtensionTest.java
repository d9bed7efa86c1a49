package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Request;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CardeaDevExtensionTest {
    // sample
    @RegisterExtension
    static final CardeaDevExtension dev = CardeaDevExtension.start();
    // end

    @Test
    void a_test_signs_a_person_in() {
        var browser = Browser.of(request -> Network.INSTANCE.handle(
                request.headers().has("origin") || request.method().equals("GET")
                        ? request
                        : request.header("Origin", dev.url())));
        var home = browser.post(dev.url() + "/_cardea/sign-in", Map.of("provider", "local", "person", "1001"));
        assertThat(home.text()).contains("Signed in as Ada Admin");
    }

    @Test
    void it_ends_and_leaves_no_files() {
        var other = CardeaDevExtension.start();
        assertThat(other.url()).isNotEqualTo(dev.url());
        other.close();
        other.close();
        assertThatThrownBy(() -> Network.INSTANCE.handle(Request.get(other.url() + "/auth/session")))
                .isNotNull();
        assertThat(Network.INSTANCE
                        .handle(Request.get(dev.url() + "/auth/session"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void an_error_in_the_file_is_named(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("cardea.yml"), "providers:\n  - gogle\n");
        assertThatThrownBy(() -> CardeaDevExtension.start(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"gogle\" is unknown");
    }
}
