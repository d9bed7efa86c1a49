package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.UserChange;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.testing.Browser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfilePageTest {
    private static final String ANN = "ann@example.com";
    private static final List<String> UNDECLARED = List.of(
            "role",
            "roles",
            "id",
            "sub",
            "email",
            "emailVerified",
            "image",
            "password",
            "isAdmin",
            "userId",
            "blocked",
            "__proto__");

    private final TestSite site = TestSite.standard();

    enum Sessions {
        DATABASE(SessionOptions.database()),
        REVOCABLE(SessionOptions.revocable());

        private final SessionOptions options;

        Sessions(SessionOptions options) {
            this.options = options;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_session_of_this_browser_shows_the_new_name_immediately_and_every_session_stays(Sessions kind) {
        var named = TestSite.with(it -> it.session(kind.options));
        var other = named.newUser(ANN, PASSWORD);
        var browser = named.browser();
        named.signIn(browser, ANN, PASSWORD);

        var page = browser.open(AUTH + "/account/profile")
                .form("Save")
                .fill("name", "Ann Lee")
                .submit();

        assertThat(page.url()).isEqualTo(AUTH + "/account/profile?notice=profile-saved");
        assertThat(page.text()).contains("Your profile is saved.").contains("value=\"Ann Lee\"");
        assertThat(session(browser)).contains("\"name\":\"Ann Lee\"").contains(ANN);
        assertThat(named.user(ANN)).map(User::name).hasValue("Ann Lee");
        assertThat(named.isSignedIn(other)).isTrue();
    }

    @Test
    void a_token_keeps_its_end_and_its_session_when_the_name_changes() {
        var named = TestSite.with(it -> it.session(SessionOptions.revocable()));
        var browser = named.newUser(ANN, PASSWORD);
        var id = named.rows
                .listSessionRecords(named.user(ANN).orElseThrow().id())
                .get(0)
                .id();

        save(named, browser, Map.of("name", "Ann Lee"));

        assertThat(named.rows.listSessionRecords(named.user(ANN).orElseThrow().id()))
                .singleElement()
                .satisfies(session -> assertThat(session.id()).isEqualTo(id));
        assertThat(session(browser)).contains("Ann Lee");
    }

    @Test
    void only_declared_fields_are_taken() {
        var browser = site.newUser(ANN, PASSWORD);
        var before = site.user(ANN).orElseThrow();
        Map<String, String> fields = new LinkedHashMap<>();
        for (var name : UNDECLARED) fields.put(name, "x");

        save(site, browser, fields);

        assertThat(site.user(ANN)).hasValue(before);
    }

    @Test
    void a_field_that_is_left_out_stays_and_one_that_is_emptied_is_cleared() {
        var asking = TestSite.with(
                it -> it.extension(TestSite.accounts().signUpField("company", CredentialInput.text("Company"))));
        var browser = asking.newUser(ANN, PASSWORD);

        save(asking, browser, Map.of("company", "  Acme <b>\u0000 "));
        assertThat(asking.user(ANN).orElseThrow().claims().text("company")).isEqualTo("Acme <b>");
        assertThat(asking.user(ANN)).map(User::name).hasValue("Ann");

        save(asking, browser, Map.of("company", ""));
        assertThat(asking.user(ANN).orElseThrow().claims().text("company")).isNull();
    }

    @Test
    void a_required_field_that_is_emptied_or_too_long_is_refused_and_stays_on_the_page() {
        var asking = TestSite.with(it -> it.extension(TestSite.accounts()
                .signUpField("company", CredentialInput.text("Company").with("required", ""))));
        asking.rows.createUser(User.of(Claims.of("email", ANN).with("company", "Acme")));
        var browser = asking.browser();
        asking.post(browser, "/signin/mail", Map.of("email", ANN));
        asking.openMail(browser, ANN);

        for (var wrong : List.of(" ", "x".repeat(201))) {
            var page = browser.open(AUTH + "/account/profile")
                    .form("Save")
                    .fill("company", wrong)
                    .submit();
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.text()).contains("Fill in all fields that are required.");
            assertThat(page.document().getElementById("input-company").val()).isEqualTo(wrong);
        }
        assertThat(asking.user(ANN).orElseThrow().claims().text("company")).isEqualTo("Acme");
    }

    @Test
    void the_application_learns_of_a_change_and_of_nothing_else() {
        var events = new ArrayList<String>();
        var listening = TestSite.with(it -> it.events(new Events() {
            @Override
            public void updateUser(UpdateUser event) {
                events.add(String.valueOf(event.user().name()));
            }
        }));
        var browser = listening.newUser(ANN, PASSWORD);

        save(listening, browser, Map.of("name", "Ann"));
        save(listening, browser, Map.of("name", "Ann Lee"));

        assertThat(events).containsExactly("Ann Lee");
    }

    @Test
    void the_page_of_a_user_without_a_name_is_empty_and_its_json_says_what_is_stored() {
        var browser = site.newUser(ANN, PASSWORD);
        site.rows.updateUser(UserChange.of(site.user(ANN).orElseThrow().id()).clear("name"));

        var page = browser.open(AUTH + "/account/profile");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.document().getElementById("input-name").val()).isEmpty();
        assertThat(site.json(browser, "/account/profile")).contains("\"profile\":{\"name\":null}");
    }

    @Test
    void a_post_without_the_token_of_the_browser_changes_nothing() {
        var browser = site.newUser(ANN, PASSWORD);

        browser.post(AUTH + "/account/profile", Map.of("name", "Mallory"));

        assertThat(site.user(ANN)).map(User::name).hasValue("Ann");
    }

    private static void save(TestSite site, Browser browser, Map<String, String> fields) {
        site.post(browser, "/account/profile", fields);
    }

    private static String session(Browser browser) {
        return browser.open(AUTH + "/session").text();
    }
}
