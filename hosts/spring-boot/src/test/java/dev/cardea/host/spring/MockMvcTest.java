package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.app.App;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.util.ClassUtils;

/** {@code @AutoConfigureMockMvc} on either Boot version, with JWT sessions; {@code AppTest} has database sessions. */
@SpringBootTest(
        classes = App.class,
        properties = {"AUTH_SECRET=" + MockMvcTest.SECRET, "cardea.protect=/", "cardea.session.strategy=jwt"})
@Import(MockMvcTest.OfThisBoot.class)
class MockMvcTest {
    static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @Autowired
    MockMvcTester mvc;

    @Test
    void a_signed_in_user_sees_a_protected_handler_and_a_protected_path() {
        var ada = SignedIn.as(User.of("7", "Ada", "ada@example.com"), SECRET);
        assertThat(mvc.get().uri("/account").header("Cookie", ada.cookies()))
                .hasBodyTextEqualTo("Only you see this, ada@example.com");
        assertThat(mvc.get().uri("/").header("Cookie", ada.cookies())).hasBodyTextEqualTo("Hello ada@example.com");
    }

    @Test
    void other_visitors_and_forged_cookies_do_not() {
        var forger = SignedIn.as(User.of("7", "Ada", null), Claims.NONE, SECRET.replace('0', '1'));
        for (var page : new String[] {"/", "/account"}) {
            assertThat(mvc.get().uri(page)).hasStatus(401);
            assertThat(mvc.get().uri(page).header("Cookie", forger.cookies())).hasStatus(401);
            assertThat(mvc.get().uri(page).header("Accept", "text/html"))
                    .hasStatus3xxRedirection()
                    .redirectedUrl()
                    .startsWith("http://localhost/auth/signin?callbackUrl=");
        }
    }

    @Test
    void the_routes_answer() {
        assertThat(mvc.get().uri("/auth/session")).hasStatusOk().hasBodyTextEqualTo("null");
    }

    /** On the previous Boot, the annotation is in another package; its imports are the same. */
    static class OfThisBoot implements DeferredImportSelector {
        @Override
        public String[] selectImports(AnnotationMetadata importing) {
            return Stream.of(
                            "org.springframework.boot.webmvc.test.autoconfigure.MockMvcAutoConfiguration",
                            "org.springframework.boot.test.autoconfigure.web.servlet.MockMvcAutoConfiguration")
                    .filter(name -> ClassUtils.isPresent(name, null))
                    .toArray(String[]::new);
        }
    }
}
