package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.SignUpRequest;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserPage;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.webauthn.EveryMethodSite.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Closed sign-up, as {@code ClosedSignUpTest} has it for the other methods. */
class ClosedPasskeySignUpTest {
    private static final String CHALLENGE = "__Secure-authjs.challenge";

    private final InMemoryAdapter memory = new InMemoryAdapter();

    @Test
    void no_visitor_is_asked_to_make_a_passkey_where_there_are_no_new_accounts_whether_or_not_the_address_has_one() {
        var site = site(UserAccounts.standard().signUp(SignUp.CLOSED));
        memory.createUser(User.of(null, "Grace", Method.CREDENTIALS.email));

        for (var query : List.of("?action=register&email=", "?email=")) {
            var known = site.site.ask(site.site.browser(), query + Method.CREDENTIALS.email);
            var unknown = site.site.ask(site.site.browser(), query + Method.PASSKEY.email);
            assertThat(unknown.text()).doesNotContain("\"register\"");
            assertThat(withoutChallenge(unknown)).isEqualTo(withoutChallenge(known));
            assertThat(unknown.status()).isEqualTo(known.status());
        }
    }

    @Test
    void a_passkey_that_was_begun_while_there_were_new_accounts_stores_no_user_afterwards() {
        var open = site(UserAccounts.standard()).site;
        var closed = site(UserAccounts.standard().signUp(SignUp.CLOSED)).site;
        var begun = open.browser();
        var made = new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(open.options(begun, "?action=register&email=" + Method.PASSKEY.email));
        var challenge = begun.cookie(APP + "/auth", CHALLENGE).orElseThrow();
        var browser = closed.browser().setCookie(APP, CHALLENGE + "=" + challenge + "; Path=/; Secure");

        assertThat(closed.send(browser, "register", made.json())).contains("error=AccessDenied", "code=SignUpClosed");
        assertNothingStored();
    }

    private static String withoutChallenge(Response response) {
        return response.text().replaceAll("\"challenge\":\"[^\"]+\"", "");
    }

    @Test
    void a_callback_refuses_a_new_passkey_whose_address_anyone_could_have_typed() {
        List<SignUpRequest> asked = new CopyOnWriteArrayList<>();
        var site = site(UserAccounts.standard().signUp(request -> {
            asked.add(request);
            return request.isEmailProven();
        }));

        assertThat(site.signIn(Method.PASSKEY, site.site.browser())).contains("error=AccessDenied");
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.email()).isEqualTo(Method.PASSKEY.email);
            assertThat(request.provider()).isEqualTo("passkey");
        });
        assertNothingStored();
    }

    /** It is on the device already, so the script of the page tells the browser by what this response has. */
    @Test
    void only_the_response_to_a_refused_passkey_has_the_id_of_an_error() {
        var site = site(UserAccounts.standard().signUp(request -> false)).site;
        var browser = site.browser();
        var made = new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(site.options(browser, "?action=register&email=" + Method.PASSKEY.email));

        var refused = site.post(browser, "register", made.json().toJson());

        assertThat(refused.text()).contains("error=AccessDenied");
        assertThat(refused.header("Cardea-Error-Id")).isPresent();
        var open = site(UserAccounts.standard()).site;
        var newcomer = open.browser();
        made = new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(open.options(newcomer, "?action=register&email=" + Method.PASSKEY.email));
        assertThat(open.post(newcomer, "register", made.json().toJson()).header("Cardea-Error-Id"))
                .isEmpty();
    }

    private EveryMethodSite site(UserAccounts accounts) {
        return new EveryMethodSite(memory, memory, SessionOptions.database(), it -> it.extension(accounts));
    }

    private void assertNothingStored() {
        assertThat(memory.listUsers(new UserPage("", 10))).isEmpty();
    }
}
