package dev.cardea.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResponseTest {
    @Test
    void a_redirect_leads_to_one_address_however_often_it_is_changed() {
        var response = Response.redirect("https://app.example/one").location("https://app.example/two");
        assertThat(response.headers().all("Location")).containsExactly("https://app.example/two");
    }
}
