package dev.cardea.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a step can hold. */
class StepTest {
    private static final Set<Class<?>> VALUES = Set.of(
            boolean.class,
            Boolean.class,
            int.class,
            Duration.class,
            RequestAction.class,
            ModuleLabel.class,
            ProviderId.class,
            HostName.class,
            StoreKind.class,
            Digest.class,
            ClientNetwork.class,
            Browser.class,
            Shape.class);

    @Test
    void no_step_has_a_place_for_free_text() {
        var components = Arrays.stream(Step.class.getPermittedSubclasses())
                .flatMap(step -> Stream.of(step.getRecordComponents()))
                .toList();
        assertThat(components).hasSizeGreaterThan(80);
        assertThat(components)
                .allSatisfy(component -> assertThat(isValue(component.getGenericType()))
                        .as(component.getDeclaringRecord().getSimpleName() + "." + component.getName())
                        .isTrue());
    }

    private static boolean isValue(Type type) {
        if (type instanceof ParameterizedType list) {
            return list.getRawType() == Set.class && isValue(list.getActualTypeArguments()[0]);
        }
        return type instanceof Class<?> plain && (plain.isEnum() || VALUES.contains(plain));
    }

    @Test
    void every_step_has_a_branch() {
        assertThat(Step.Cases.class.getMethods()).hasSameSizeAs(Step.class.getPermittedSubclasses());
    }

    @Test
    void a_host_name_keeps_nothing_that_is_not_a_host() {
        assertThat(Stream.of("app.example", "APP.example:8443", "127.0.0.1", "[::1]:80")
                        .map(HostName::of))
                .extracting(HostName::toString)
                .containsExactly("app.example", "app.example:8443", "127.0.0.1", "[::1]:80");
        assertThat(Stream.of("", "a b", "a/b?token=1", "user@app.example", "a\nb", "x".repeat(300))
                        .map(HostName::of))
                .containsOnly(HostName.INVALID);
    }

    @Test
    void a_shape_keeps_well_known_names_and_types_only() {
        var shape = Shape.of(Claims.of("access_token", "planted-secret")
                .with("expires_in", 3600)
                .with("email", "")
                .with("planted-name", "planted-value"));
        assertThat(shape).hasToString("access_token:text, email:empty_text, expires_in:number, 1 others");
    }

    @Test
    void a_client_is_known_by_its_network() throws Exception {
        assertThat(ClientNetwork.of(InetAddress.getByName("192.0.2.77"))).hasToString("192.0.2.0/24");
        assertThat(ClientNetwork.of(InetAddress.getByName("2001:db8:1:2::3"))).hasToString("2001:db8:1:0:0:0:0:0/48");
    }

    @Test
    void a_browser_is_known_by_family_and_major_version() {
        var agents = List.of(
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1.2",
                "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/500.0]",
                "curl/8.5.0",
                "planted-secret");
        assertThat(agents.stream().map(Browser::of))
                .extracting(Browser::toString)
                .containsExactly("firefox 145", "edge 141", "safari 18", "embedded", "program", "other");
    }

    @Test
    void a_step_of_a_module_has_labels_of_its_lists_and_no_other_text() {
        var step = Step.ModuleStep.of(Factor.TOTP, Factor.Result.WRONG).lasting(Duration.ofMillis(3));
        assertThat(step).hasToString("ModuleStep[name=totp, result=wrong, duration=PT0.003S]");
        for (var text : List.of("", "a b", "TOTP", "ada@example.com", "a\nb", "x".repeat(33))) {
            assertThatThrownBy(() -> new ModuleLabel(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private enum Factor implements Choice {
        TOTP;

        private enum Result implements Choice {
            WRONG
        }
    }

    @Test
    void labels_are_unique_within_their_list() {
        for (var list : List.<Label[]>of(
                Callback.values(),
                Event.values(),
                StoreOperation.values(),
                Step.Action.values(),
                Step.Method.values())) {
            assertThat(Stream.of(list).map(Label::label)).doesNotHaveDuplicates();
        }
        assertThat(ProviderId.UNKNOWN.type()).isNull();
        assertThat(ProviderType.values()).hasSize(5);
    }
}
