package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which responses of a userinfo endpoint are accepted (OpenID Connect Core §5.3). */
class UserInfoTest {
    private static final Claims ADA = Claims.of("sub", "ada").with("name", "Ada");

    private final List<Boolean> subjects = new CopyOnWriteArrayList<>();
    private final List<String> verified = new ArrayList<>();

    @Test
    void a_response_about_the_user_of_the_ID_token_is_accepted() {
        assertThat(validate(json(ADA), "ada", false)).isEqualTo(ADA);
        assertThat(subjects).containsExactly(true);
    }

    @Test
    void a_response_about_another_user_is_rejected() {
        for (var other : List.of(ADA.with("sub", "eve"), ADA.without("sub"), ADA.with("sub", 7))) {
            assertThatThrownBy(() -> validate(json(other), "ada", false))
                    .hasMessage("the userinfo response is about another user than the ID token");
        }
        assertThat(subjects).containsExactly(false, false, false);
    }

    @Test
    void plain_OAuth_has_no_user_to_compare_with() {
        assertThat(validate(json(ADA.without("sub")), null, false).text("name")).isEqualTo("Ada");
        assertThat(subjects).isEmpty();
    }

    @Test
    void a_signed_response_is_verified_and_an_unsigned_one_is_rejected_if_only_signed_ones_are_expected() {
        for (var type : List.of("application/jwt", "Application/JWT; charset=utf-8")) {
            assertThat(validate(Response.of(200, type, " a.b.c\n"), "ada", true))
                    .isEqualTo(ADA);
        }
        assertThat(verified).containsExactly("a.b.c", "a.b.c");
        assertThatThrownBy(() -> validate(json(ADA), "ada", true)).hasMessage("the userinfo response is not signed");
        assertThatThrownBy(() -> validate(Response.of(200), "ada", true))
                .hasMessage("the userinfo response is not signed");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 302, 401, 500})
    void a_response_with_another_status_than_200_is_rejected(int status) {
        assertThatThrownBy(() -> validate(Response.json(status, ADA.toJson()), "ada", false))
                .hasMessage("the userinfo endpoint responded with " + status);
    }

    @Test
    void the_access_token_is_sent_in_a_header_with_the_accepted_types() {
        var any = UserInfo.request("https://op.example/userinfo", "a-1", false);
        assertThat(any.method()).isEqualTo("GET");
        assertThat(any.url()).isEqualTo("https://op.example/userinfo");
        assertThat(any.header("authorization")).contains("Bearer a-1");
        assertThat(any.header("accept")).contains("application/json, application/jwt");
        assertThat(UserInfo.request("https://op.example/userinfo", "a-1", true).header("accept"))
                .contains("application/jwt");
    }

    private static Response json(Claims claims) {
        return Response.json(200, claims.toJson());
    }

    private Claims validate(Response response, @Nullable String sub, boolean signedOnly) {
        return UserInfo.validate(
                response,
                sub,
                signedOnly,
                token -> {
                    verified.add(token);
                    return ADA;
                },
                subjects::add);
    }
}
