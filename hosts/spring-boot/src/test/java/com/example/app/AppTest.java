package com.example.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** With the annotation as Boot 4 has it. */
@Tag("boot4")
@TestPropertySource(properties = "cardea.jdbc.migrate-on-start=true")
// sample
@SpringBootTest(
        properties = {
            "CARDEA_ENV=test",
            "AUTH_SECRET=test-secret-test-secret-test-secret",
            "spring.datasource.url=jdbc:h2:mem:tests"
        })
@AutoConfigureMockMvc
class AppTest {
    @Autowired
    MockMvcTester mvc;

    @Autowired
    JdbcAdapter store;

    @Test
    void the_account_page_is_for_signed_in_users() {
        var ada = SignedIn.as(store.createUser(User.of(null, "Ada", "ada@example.com")), store);
        assertThat(mvc.get().uri("/account").header("Cookie", ada.cookies()))
                .hasBodyTextEqualTo("Only you see this, ada@example.com");
        assertThat(mvc.get().uri("/account")).hasStatus(401);
    }
}
// end
