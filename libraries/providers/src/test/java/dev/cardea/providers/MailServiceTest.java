package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MailServiceTest {
    private static final String LINK = "https://app.example/auth/callback/x?token=geheim-token&email=ann%40app.example";
    private static final String KEY = "geheim-id:geheim-key";

    private final List<Request> asked = new ArrayList<>();

    static Stream<EmailProvider> services() {
        return Providers.all().stream().filter(brand -> brand.oauth().isEmpty()).map(MailServiceTest::example);
    }

    private static EmailProvider example(Brand brand) {
        var options = brand.id().equals("ses") ? Map.of("region", "eu-central-1") : Map.<String, String>of();
        return ((EmailProvider) brand.example(options)).apiKey(KEY).from("login@mail.example");
    }

    @ParameterizedTest
    @MethodSource("services")
    void a_rejection_is_reported_without_the_key_and_the_link(EmailProvider provider) {
        var echo = "{\"error\":\"bad key geheim-key of geheim-id\",\n\"link\":\"" + LINK + "\",\"t\":\"geheim-token\"}";
        assertThatThrownBy(() -> send(provider, "ann@app.example", request -> Response.of(403, "text/plain", echo)))
                .isInstanceOf(MailServiceException.class)
                .hasMessageStartingWith(
                        provider.name() + " returned status 403: {\"error\":\"bad key … of …\", \"link\":\"…\"")
                .hasMessageNotContaining("geheim");
    }

    @ParameterizedTest
    @MethodSource("services")
    void every_service_whose_emails_have_no_template_sends_other_emails(EmailProvider provider) {
        var mail = new Mail("ann@app.example", "Your password was changed", "Not you?", "<p>Not you?</p>");
        boolean isSent = ((MailService) provider.sender()).over(this::taken).send(mail, provider);
        assertThat(isSent).isEqualTo(!provider.id().equals("loops"));
        if (!isSent) return;
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.text()).contains("ann@app.example", "password was changed"));
    }

    @ParameterizedTest
    @MethodSource("services")
    void a_service_that_does_not_respond_is_named(EmailProvider provider) {
        assertThatThrownBy(() -> send(provider, "ann@app.example", request -> {
                    throw new UncheckedIOException(new IOException("no answer within 10 s"));
                }))
                .isInstanceOf(MailServiceException.class)
                .hasMessage(provider.name() + " isn't responding: no answer within 10 s");
    }

    @ParameterizedTest
    @MethodSource("services")
    void a_text_that_may_be_several_addresses_gets_no_mail(EmailProvider provider) {
        for (var list : new String[] {"a,b@app.example", "a;b@app.example", "a b@app.example", "<a>b@app.example"}) {
            assertThatThrownBy(() -> send(provider, list, this::taken))
                    .as(list)
                    .isInstanceOf(MailServiceException.class);
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("services")
    void without_a_key_nothing_is_sent_and_the_variable_is_named(EmailProvider provider) {
        assertThatThrownBy(() -> send(provider.apiKey(null), "ann@app.example", this::taken))
                .hasMessageContaining("set apiKey or AUTH_" + provider.id().toUpperCase(Locale.ROOT) + "_KEY");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("services")
    void one_mail_is_one_call_over_https(EmailProvider provider) {
        send(provider, "ann@app.example", this::taken);
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).url()).startsWith("https://");
        assertThat(asked.get(0).text()).contains("ann@app.example");
        assertThat(provider.toString() + provider.sender()).doesNotContain("geheim");
    }

    @Test
    void a_sender_with_a_name_is_split_if_the_service_requires_it() {
        send(service("sendgrid").from("Acme Shop <login@mail.example>"), "ann@app.example", this::taken);
        assertThat(asked.get(0).text()).contains("\"from\":{\"email\":\"login@mail.example\",\"name\":\"Acme Shop\"}");
        assertThatThrownBy(() ->
                        send(service("mailgun").from("Acme <login@mail.example>"), "ann@app.example", this::taken))
                .hasMessage("Mailgun: from must be a bare address");
        assertThatThrownBy(() -> send(service("resend").from("no-address"), "ann@app.example", this::taken))
                .hasMessage("Resend: from isn't an email address such as login@mail.example");
    }

    @Test
    void mailjet_gets_both_keys() {
        send(service("mailjet"), "ann@app.example", this::taken);
        assertThat(asked.get(0).header("authorization")).hasValue("Basic Z2VoZWltLWlkOmdlaGVpbS1rZXk=");
        assertThat(asked.get(0).text())
                .contains(
                        "\"From\":{\"Email\":\"login@mail.example\"}",
                        "\"To\":[{\"Email\":\"ann@app.example\"}]",
                        "\"TextPart\":",
                        "\"HTMLPart\":");
        assertThatThrownBy(() -> send(service("mailjet").apiKey("half"), "ann@app.example", this::taken))
                .hasMessage("Mailjet: apiKey must be {API key}:{secret key}");
    }

    @Test
    void amazon_gets_a_signed_request_in_its_region() {
        var clock = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);
        var provider = AmazonSes.sender("eu-central-1", clock)
                .provider("ses")
                .apiKey(KEY)
                .from("Acme <login@mail.example>");
        send(provider, "ann@app.example", this::taken);
        var request = asked.get(0);
        assertThat(request.url()).isEqualTo("https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails");
        assertThat(request.header("x-amz-date")).hasValue("20261120T120000Z");
        assertThat(request.header("authorization").orElseThrow())
                .startsWith("AWS4-HMAC-SHA256 Credential=geheim-id/20261120/eu-central-1/ses/aws4_request,"
                        + " SignedHeaders=content-type;host;x-amz-date, Signature=");
        var body = Json.parseObject(request.text(), 20);
        assertThat(body.text("FromEmailAddress")).isEqualTo("Acme <login@mail.example>");
        assertThat(body.toJson())
                .contains("\"ToAddresses\":[\"ann@app.example\"]", "\"Simple\":{\"Subject\":{\"Data\":");
        assertThat(AmazonSes.provider("cn-north-1").id()).isEqualTo("ses");
        assertThatThrownBy(() -> AmazonSes.provider("x.evil.example/"))
                .hasMessage("the option region must be a region of Amazon");
    }

    private EmailProvider service(String id) {
        return services()
                .filter(provider -> provider.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private Response taken(Request request) {
        asked.add(request);
        return Response.of(202);
    }

    private static void send(EmailProvider provider, String to, HttpHandler service) {
        ((MailService) provider.sender())
                .over(service)
                .send(new VerificationRequest(
                        to,
                        LINK,
                        "geheim-token",
                        Instant.EPOCH,
                        provider,
                        "app.example",
                        Theme.DEFAULT,
                        Request.get("https://app.example/auth/signin")));
    }
}
