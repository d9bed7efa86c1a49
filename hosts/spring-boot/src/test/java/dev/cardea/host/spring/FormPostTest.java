package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;

import com.example.guides.NoteController;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** Posts the form of a guide with MockMvc, with Spring Security and without it. */
@Tag("boot4")
class FormPostTest {
    static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @Import({Boot.EmptyConfiguration.class, NoteController.class})
    static class Site {}

    @Nested
    @SpringBootTest(
            classes = Site.class,
            properties = {"AUTH_SECRET=" + SECRET, "cardea.session.strategy=jwt", Boot.WITHOUT_SECURITY})
    @AutoConfigureMockMvc
    class WithoutSpringSecurity {
        @Autowired
        MockMvcTester mvc;

        // sample
        @Test
        void a_user_stores_a_note() {
            var ada = SignedIn.as(User.of("7", "Ada", "ada@example.com"), SECRET);
            assertThat(mvc.post()
                            .uri("/note")
                            .header("Sec-Fetch-Site", "same-origin")
                            .header("Cookie", ada.cookies())
                            .param("text", "Buy milk"))
                    .hasRedirectedUrl("/note");
        }
        // end

        @Test
        void a_post_without_the_header_of_browsers_is_forbidden() {
            var ada = SignedIn.as(User.of("7", "Ada", "ada@example.com"), SECRET);
            assertThat(mvc.post().uri("/note").header("Cookie", ada.cookies()).param("text", "Buy milk"))
                    .hasStatus(403);
        }
    }

    @Nested
    @SpringBootTest(
            classes = Site.class,
            properties = {"AUTH_SECRET=" + SECRET, "cardea.session.strategy=jwt"})
    @AutoConfigureMockMvc
    class WithSpringSecurity {
        @Autowired
        MockMvcTester mvc;

        @Test
        void a_post_also_needs_the_token_of_its_filter() {
            var ada = SignedIn.as(User.of("7", "Ada", "ada@example.com"), SECRET);
            var post = mvc.post()
                    .uri("/note")
                    .header("Sec-Fetch-Site", "same-origin")
                    .header("Cookie", ada.cookies())
                    .param("text", "Buy milk");
            assertThat(post).hasStatus(403);
            assertThat(post.with(csrf())).hasRedirectedUrl("/note");
        }
    }
}
