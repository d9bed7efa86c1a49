package dev.cardea.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Passkeys;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.UnlinkResult;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.LocalServer;
import dev.cardea.webauthn.Passkey;
import dev.cardea.webauthn.WebAuthn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Passkeys in a real browser: on the built-in page with its script, and with the unmodified next-auth/webauthn client. */
@Tag("browser")
@Tag("node")
@Tag("part")
class PasskeyBrowserTest {
    private static Chromium chromium;
    private static String script;

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final InMemoryAdapter adapter = new InMemoryAdapter();
    private boolean admitted = true;
    private LocalServer site;
    private Auth auth;
    private BrowserContext context;
    private Page page;
    private VirtualAuthenticator authenticator;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.start();
        var file = Path.of("target", "client", "passkeys.js").toAbsolutePath();
        var wanted = Claims.of("outfile", file.toString()).with("entry", "passkeys.mjs");
        NodeProcess.run("bundle.mjs", "bundle-passkeys", wanted.toJson(), 60);
        script = Files.readString(file);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) chromium.close();
    }

    @BeforeEach
    void open() {
        serve(Passkey.provider());
        context = chromium.browser().newContext();
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text());
        });
        page.onPageError(complaints::add);
        authenticator = VirtualAuthenticator.in(page);
    }

    @AfterEach
    void close() {
        context.close();
        site.close();
        assertThat(complaints).isEmpty();
    }

    private void serve(Provider... providers) {
        serve(List.of(), providers);
    }

    private void serve(List<UserAccounts> accounts, Provider... providers) {
        var config = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.DEVELOPMENT)
                .basePath("/api/auth")
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(adapter)
                .session(SessionOptions.database())
                .callbacks(Callbacks.DEFAULT.signIn(params -> Decision.allowIf(admitted)))
                .provider(providers);
        accounts.forEach(config::extension);
        auth = Auth.of(config.build());
        if (site != null) site.close();
        site = LocalServer.start(0, this::answer);
    }

    private Response answer(Request request) {
        if (request.path().startsWith("/api/auth")) return auth.handle(request);
        return switch (request.path()) {
            case "/client.js" -> Response.of(200, "text/javascript; charset=utf-8", script);
            case "/favicon.ico" -> Response.of(204);
            case "/passkeys" -> Response.of(200, "text/plain", mine(request));
            case "/delete" -> Response.of(200, "text/plain", delete(request).name());
            default -> Response.of(200, "text/html; charset=utf-8", "<!doctype html><script src=/client.js></script>");
        };
    }

    private String mine(Request request) {
        return auth.passkeys(request).orElseThrow().list().stream()
                .map(Passkeys.Passkey::id)
                .collect(Collectors.joining("\n"));
    }

    /** The oldest. */
    private UnlinkResult delete(Request request) {
        var mine = auth.passkeys(request).orElseThrow();
        return mine.delete(mine.list().get(0).id());
    }

    private void openSignIn() {
        page.navigate(site.url() + "/api/auth/signin?callbackUrl=%2Fin");
    }

    private void press() {
        page.locator("form[data-passkey] button").click();
    }

    /** With the built-in page, which then sends the browser on. */
    private void signUp(String email) {
        openSignIn();
        page.locator("input[name=email]").fill(email);
        press();
        page.waitForURL(site.url() + "/in");
    }

    private void forgetSession() {
        context.clearCookies();
    }

    private String session() {
        return page.context().request().get(site.url() + "/api/auth/session").text();
    }

    private String fetched(String path) {
        return page.context().request().get(site.url() + path).text();
    }

    @Test
    void a_visitor_signs_up_signs_out_and_is_offered_the_passkey_by_autofill() {
        signUp("Ada@Example.com");
        assertThat(session()).contains("ada@example.com");
        assertThat(authenticator.count()).isEqualTo(1);

        page.navigate(site.url() + "/api/auth/signout?callbackUrl=%2Fout");
        page.locator("button").click();
        page.waitForURL(url -> !url.contains("signout"));
        assertThat(session()).isEqualTo("null");

        openSignIn();
        page.waitForURL(site.url() + "/in");
        assertThat(session()).contains("ada@example.com");
    }

    @Test
    void the_button_picks_a_passkey_without_a_name_and_with_one() {
        page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
        signUp("ada@example.com");
        for (var email : List.of("", "ADA@example.com")) {
            forgetSession();
            openSignIn();
            page.locator("input[name=email]").fill(email);
            press();
            page.waitForURL(site.url() + "/in");
            assertThat(session()).contains("ada@example.com");
        }
    }

    @Test
    void methods_that_share_an_address_field_send_only_what_is_theirs() {
        page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
        var inbox = new Inbox();
        serve(
                EmailProvider.of("email", inbox).from("no-reply@app.example"),
                CredentialsProvider.of((entered, request) -> Optional.empty())
                        .field("email", CredentialInput.text("Email"))
                        .field("password", CredentialInput.password("Password"))
                        .databaseSessions(true),
                Passkey.provider());
        openSignIn();
        page.locator("input[name=email]").fill("ada@example.com");
        page.locator("input[name=password]").fill("hunter2-of-ada");
        var sent = page.waitForRequest(request -> request.url().endsWith("/callback/passkey"), this::press);
        page.waitForURL(site.url() + "/in");
        assertThat(sent.postData()).doesNotContain("hunter2");
        assertThat(session()).contains("ada@example.com");

        forgetSession();
        openSignIn();
        assertThat(page.evaluate("() => document.activeElement.name")).isEqualTo("email");
        page.locator("input[name=email]").fill("ada@example.com");
        page.keyboard().press("Enter");
        assertThat(page.locator("input[name=password]")).isFocused();
        page.keyboard().type("wrong");
        page.keyboard().press("Enter");
        page.waitForURL(url -> url.contains("error=CredentialsSignin"));
        assertThat(inbox.mails()).isEmpty();

        page.locator("input[name=email]").fill("ada@example.com");
        page.locator("#submitButton-email").click();
        page.waitForURL(url -> url.contains("verify-request"));
        assertThat(inbox.mails()).hasSize(1);
    }

    @Test
    void the_address_field_that_methods_share_offers_passkeys_by_autofill() {
        serve(EmailProvider.of("email", new Inbox()).from("no-reply@app.example"), Passkey.provider());
        signUp("ada@example.com");
        forgetSession();
        openSignIn();
        page.waitForURL(site.url() + "/in");
        assertThat(session()).contains("ada@example.com");
    }

    @Test
    void where_no_passkey_is_used_the_page_says_so_and_the_next_try_works() {
        openSignIn();
        authenticator.recognises(false);
        press();
        assertThat(page.locator("[data-passkey-says]")).containsText("No passkey was used");
        assertThat(page.locator("form[data-passkey] button")).isEnabled();
        authenticator.recognises(true);
        page.locator("input[name=email]").fill("ada@example.com");
        press();
        page.waitForURL(site.url() + "/in");
    }

    @Test
    void a_visitor_whom_the_authenticator_rejects_is_not_signed_in() {
        signUp("ada@example.com");
        forgetSession();
        authenticator.recognises(false);
        openSignIn();
        press();
        assertThat(page.locator("[data-passkey-says]")).containsText("No passkey was used");
        assertThat(session()).isEqualTo("null");
    }

    @Test
    void a_security_key_without_user_verification_works_where_that_is_allowed() {
        authenticator.isTakenAway();
        authenticator = VirtualAuthenticator.securityKeyIn(page);
        openSignIn();
        page.locator("input[name=email]").fill("ada@example.com");
        press();
        assertThat(page.locator("[data-passkey-says]")).containsText("No passkey was used");

        serve(WebAuthn.provider());
        signUp("ada@example.com");
        forgetSession();
        openSignIn();
        page.locator("input[name=email]").fill("ada@example.com");
        press();
        page.waitForURL(site.url() + "/in");
        assertThat(session()).contains("ada@example.com");
    }

    @Test
    void a_second_passkey_is_added_and_a_deleted_one_opens_nothing() {
        signUp("ada@example.com");
        assertThat(fetched("/delete")).isEqualTo("LAST_SIGN_IN_METHOD");
        var other = addWithAnotherAuthenticator();
        assertThat(fetched("/passkeys").lines()).hasSize(2);
        assertThat(fetched("/delete")).isEqualTo("REMOVED");

        forgetSession();
        page.navigate(site.url() + "/api/auth/signin?callbackUrl=%2Fin");
        page.waitForURL(url -> url.contains("/api/auth/error"));
        assertThat(session()).isEqualTo("null");
        complaints.removeIf(text -> text.contains("500"));

        page.navigate("about:blank");
        other.signsIn();
        assertThat(session()).contains("ada@example.com");
    }

    private interface Other {
        void signsIn();
    }

    /** Another tab has another authenticator. */
    private Other addWithAnotherAuthenticator() {
        var tab = context.newPage();
        VirtualAuthenticator.in(tab);
        tab.navigate(site.url() + "/client");
        var result = (Map<?, ?>)
                tab.evaluate("() => window.client.signIn('passkey', {action: 'register', redirect: false})");
        assertThat(result.get("error")).isNull();
        return () -> {
            tab.navigate(site.url() + "/api/auth/signin?callbackUrl=%2Fin");
            tab.waitForURL(site.url() + "/in");
        };
    }

    @Test
    void a_signed_in_user_can_add_another_passkey() {
        signUp("ada@example.com");
        authenticator.isTakenAway();
        authenticator = VirtualAuthenticator.in(page);
        openSignIn();
        press();
        page.waitForURL(site.url() + "/in");
        assertThat(authenticator.count()).isEqualTo(1);
        assertThat(fetched("/passkeys").lines()).hasSize(2);
        complaints.removeIf(text -> text.contains("400"));
    }

    @Test
    void a_passkey_whose_user_is_refused_is_removed_from_the_authenticator_and_others_stay() {
        signUp("ada@example.com");
        forgetSession();
        page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
        admitted = false;
        openSignIn();
        page.locator("input[name=email]").fill("bob@example.com");
        press();
        page.waitForURL(url -> url.contains("error=AccessDenied"));
        assertThat(session()).isEqualTo("null");
        assertThat(authenticator.count()).isEqualTo(1);
        complaints.removeIf(text -> text.contains("403"));

        admitted = true;
        openSignIn();
        press();
        page.waitForURL(site.url() + "/in");
        assertThat(session()).contains("ada@example.com");
    }

    @Test
    void a_passkey_that_is_deleted_on_the_account_page_is_removed_from_the_authenticator() {
        page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
        serve(List.of(UserAccounts.standard().withoutPasswords()), Passkey.provider());
        signUp("ada@example.com");
        authenticator.isTakenAway();
        authenticator = VirtualAuthenticator.in(page);
        page.navigate(site.url() + "/api/auth/account/passkeys");
        press();
        page.waitForURL(url -> url.contains("notice=passkey-added"));
        assertThat(authenticator.count()).isEqualTo(1);

        page.getByText("Delete", new Page.GetByTextOptions().setExact(true))
                .last()
                .click();
        page.getByText("Delete passkey").last().click();

        page.waitForURL(url -> url.contains("notice=passkey-deleted"));
        page.waitForCondition(() -> authenticator.count() == 0);
    }

    @Test
    void a_callback_url_that_looks_like_a_refusal_removes_no_passkey() {
        page.navigate(site.url() + "/api/auth/signin?callbackUrl=%2Fin%3Ferror%3DAccessDenied");
        page.locator("input[name=email]").fill("ada@example.com");
        press();
        page.waitForURL(site.url() + "/in?error=AccessDenied");
        assertThat(session()).contains("ada@example.com");
        assertThat(authenticator.count()).isEqualTo(1);
    }

    @Test
    void the_unmodified_client_signs_up_signs_out_and_signs_in() {
        page.navigate(site.url() + "/client");
        var up = call("signIn('passkey', {email: 'ada@example.com', redirect: false})");
        assertThat(up.get("error")).isNull();
        assertThat(up.get("ok")).isEqualTo(true);
        assertThat(session()).contains("ada@example.com");
        call("signOut({redirect: false})");
        assertThat(session()).isEqualTo("null");
        call("signIn('passkey', {redirect: false})");
        assertThat(session()).contains("ada@example.com");
        call("signOut({redirect: false})");
        call("signIn('passkey', {email: 'ada@example.com', action: 'authenticate', redirect: false})");
        assertThat(session()).contains("ada@example.com");
    }

    @Test
    void a_passkey_of_the_page_opens_for_the_client_and_the_other_way_round() {
        signUp("ada@example.com");
        forgetSession();
        page.navigate(site.url() + "/client");
        call("signIn('passkey', {redirect: false})");
        assertThat(session()).contains("ada@example.com");

        forgetSession();
        authenticator.forgetAll();
        call("signIn('passkey', {email: 'bob@example.com', redirect: false})");
        forgetSession();
        openSignIn();
        page.waitForURL(site.url() + "/in");
        assertThat(session()).contains("bob@example.com");
    }

    private Map<?, ?> call(String call) {
        return (Map<?, ?>) page.evaluate("() => window.client." + call);
    }

    @Test
    void the_page_says_that_a_browser_without_passkeys_cannot_use_them() {
        page.addInitScript("delete window.PublicKeyCredential");
        openSignIn();
        assertThat(page.locator("[data-passkey-says]")).containsText("aren't available in this browser");
        assertThat(page.locator("form[data-passkey] button")).isDisabled();
    }

    @Test
    void older_browsers_have_no_json_of_passkeys_and_get_in_as_well() {
        page.addInitScript("delete PublicKeyCredential.parseCreationOptionsFromJSON;"
                + "delete PublicKeyCredential.parseRequestOptionsFromJSON;"
                + "delete PublicKeyCredential.prototype.toJSON");
        signUp("ada@example.com");
        forgetSession();
        openSignIn();
        page.waitForURL(site.url() + "/in");
        assertThat(session()).contains("ada@example.com");
    }
}
