package com.example.app;

// sample
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest(
        properties = {"CARDEA_ENV=test", "AUTH_SECRET=" + AccountPageTest.SECRET, "cardea.session.strategy=jwt"})
@AutoConfigureMockMvc
class AccountPageTest {
    static final String SECRET = "test-secret-test-secret-test-secret";

    @Autowired
    MockMvcTester mvc;

    @Test
    void a_signed_in_user_sees_the_page() {
        var ada = SignedIn.as(User.of("1", "Ada", "ada@example.com"), SECRET);
        assertThat(mvc.get().uri("/account").header("Cookie", ada.cookies()))
                .hasBodyTextEqualTo("Only you see this, ada@example.com");
    }

    @Test
    void other_visitors_are_sent_to_sign_in_and_programs_get_401() {
        assertThat(mvc.get().uri("/account").header("Accept", "text/html")).hasStatus(302);
        assertThat(mvc.get().uri("/account")).hasStatus(401);
    }
}
// end
