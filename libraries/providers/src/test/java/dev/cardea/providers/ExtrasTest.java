package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hook.SignInParams;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Providers without a recording: their requests and responses as documented. */
class ExtrasTest {
    private final Service service = new Service();
    private Journey journey;

    @Test
    void kick_returns_the_signed_in_user_in_a_list() {
        service.profile(
                Claims.of("data", List.of(person("user_id", 7).with("profile_picture", "https://p.example/7"))));
        var arrived = arrive(Kick.provider());
        assertThat(described(arrived)).isEqualTo("7 Ann ann@app.example https://p.example/7");
        assertThat(journey.sent()).containsEntry("scope", "user:read").containsKeys("code_challenge", "state");
        assertThat(posted("https://id.kick.com/oauth/token"))
                .containsEntry("client_secret", "CLIENT_SECRET-32-bytes-for-hmac--");
    }

    @Test
    void linear_is_queried_with_graphql() {
        service.profile(
                Claims.of("data", Claims.of("viewer", person("id", "u").with("avatarUrl", "https://p.example/u"))));
        assertThat(described(arrive(Linear.provider()))).isEqualTo("u Ann ann@app.example https://p.example/u");
        var asked = service.asked("https://api.linear.app/graphql").get(0);
        assertThat(Json.parseObject(asked.text(), 5).text("query")).contains("viewer { id name email avatarUrl");
        assertThat(journey.sent()).doesNotContainKey("code_challenge");
        refuses(
                Linear.provider(),
                new Service().profile(Claims.of("errors", List.of("x"))),
                "Linear responded with an error");
    }

    @Test
    void paybin_signs_an_ID_token() {
        service.profile(Claims.of("sub", "p").with("preferred_username", "ann"));
        service.idToken(Claims.of("sub", "p").with("preferred_username", "ann").with("email", "ann@app.example"));
        assertThat(described(arrive(Paybin.provider()))).isEqualTo("p ann ann@app.example null");
        assertThat(service.asked("https://idp.paybin.io/oauth2/token")).hasSize(1);
    }

    @Test
    void paypal_has_a_live_and_a_sandbox_environment() {
        service.profile(person("user_id", "https://www.paypal.com/webapps/auth/identity/user/7"));
        assertThat(arrive(PayPal.live()).user().name()).isEqualTo("Ann");
        assertThat(service.asked().get(0).url()).isEqualTo("https://api-m.paypal.com/v1/oauth2/token");
        assertThat(service.asked().get(0).header("authorization"))
                .hasValueSatisfying(it -> assertThat(it).startsWith("Basic "));
        assertThat(service.asked().get(1).url())
                .isEqualTo("https://api-m.paypal.com/v1/identity/oauth2/userinfo?schema=paypalv1.1");
        assertThat(journey.sent()).doesNotContainKey("scope");
        var brand = Providers.byId("paypal").orElseThrow();
        assertThat(((OAuthProvider) brand.provider()).token().url()).startsWith("https://api-m.sandbox.paypal.com/");
        assertThat(((OAuthProvider) brand.provider(Map.of("environment", "live")))
                        .token()
                        .url())
                .startsWith("https://api-m.paypal.com/");
    }

    @Test
    void polar_railway_and_vercel_return_the_user_at_userinfo() {
        service.profile(Claims.of("id", "p").with("username", "ann").with("email", "ann@app.example"));
        assertThat(described(arrive(Polar.provider()))).isEqualTo("p ann ann@app.example null");
        service.profile(person("sub", "r").with("picture", "https://p.example/r"));
        assertThat(described(arrive(Railway.provider()))).isEqualTo("r Ann ann@app.example https://p.example/r");
        assertThat(described(arrive(Vercel.provider()))).isEqualTo("r Ann ann@app.example https://p.example/r");
        assertThat(journey.sent()).doesNotContainKey("scope").containsKey("code_challenge");
    }

    @Test
    void a_gumroad_response_must_report_success() {
        service.profile(Claims.of("success", true)
                .with("user", person("user_id", "g==").with("profile_url", "https://p.example/g")));
        assertThat(described(arrive(Gumroad.provider()))).isEqualTo("g== Ann ann@app.example https://p.example/g");
        var failed = Claims.of("success", false).with("user", person("user_id", "g=="));
        refuses(Gumroad.provider(), new Service().profile(failed), "Gumroad responded without success");
    }

    @Test
    void cronofy_returns_the_profile_with_the_token_and_expects_JSON() {
        service.at(
                "https://app-de.cronofy.com/oauth/token",
                Claims.of("access_token", "A")
                        .with("token_type", "bearer")
                        .with("sub", "acc_5")
                        .with("linking_profile", Claims.of("profile_name", "ann@app.example")));
        var arrived = arrive(Cronofy.at("de"));
        assertThat(described(arrived)).isEqualTo("acc_5 ann@app.example ann@app.example null");
        assertThat(arrived.profile().claims().has("access_token")).isFalse();
        assertThat(Cronofy.provider().emailVerified(arrived.profile())).isFalse();
        var asked = service.asked().get(0);
        assertThat(asked.header("content-type")).hasValue("application/json");
        assertThat(Json.parseObject(asked.text(), 5).asMap())
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("client_id", "CLIENT_ID")
                .containsKeys("client_secret", "code", "redirect_uri");
    }

    @Test
    void figshare_gets_id_secret_and_token_twice() {
        service.profile(Claims.of("id", 5).with("first_name", "Ann").with("email", "ann@app.example"));
        assertThat(described(arrive(Figshare.provider()))).isEqualTo("5 Ann ann@app.example null");
        assertThat(service.asked().get(0).header("authorization")).isPresent();
        assertThat(posted("https://api.figshare.com/v2/token")).containsKeys("client_id", "client_secret");
        assertThat(service.asked().get(1).url())
                .isEqualTo("https://api.figshare.com/v2/account?access_token=ACCESS_TOKEN");
    }

    @Test
    void hiorg_server_returns_no_address() {
        service.profile(Claims.of("user_id", "h").with("fullname", "Ann Arbor").with("gruppe", 9));
        assertThat(described(arrive(HiOrgServer.provider()))).isEqualTo("h Ann Arbor null null");
        assertThat(journey.sent()).containsEntry("scope", "basic eigenedaten");
    }

    @Test
    void odnoklassniki_requires_signed_calls() {
        service.profile(Claims.of("uid", "1").with("name", "Ann").with("pic_1", "https://p.example/1"));
        assertThat(described(arrive(Odnoklassniki.provider("PUBLIC")))).isEqualTo("1 Ann null https://p.example/1");
        // md5("application_key=PUBLICformat=jsonmethod=users.getCurrentUser" + md5("ACCESS_TOKEN" + secret))
        assertThat(service.asked().get(1).query("sig")).hasValue("fe8cecaff86a048c951b6447e97e036a");
        assertThat(journey.sent()).containsEntry("scope", "VALUABLE_ACCESS;GET_EMAIL");
        var failed = new Service().profile(Claims.of("error_code", 102).with("uid", "1"));
        refuses(Odnoklassniki.provider("PUBLIC"), failed, "OK.ru responded with the error 102");
    }

    @Test
    void qq_returns_a_form_then_a_script_and_then_a_profile() {
        service.at(
                        "https://graph.qq.com/oauth2.0/token",
                        request -> Response.of(200, "text/html", "access_token=A&expires_in=7776000&refresh_token=R"))
                .at(
                        "https://graph.qq.com/oauth2.0/me",
                        request -> Response.of(
                                200, "text/html", "callback( {\"client_id\":\"CLIENT_ID\",\"openid\":\"O\"} );\n"))
                .profile(Claims.of("ret", 0).with("nickname", "Ann").with("figureurl_2", "https://p.example/o"));
        assertThat(described(arrive(Qq.provider()))).isEqualTo("O Ann null https://p.example/o");
        var redeemed = service.asked().get(0);
        assertThat(redeemed.method()).isEqualTo("GET");
        assertThat(redeemed.query("client_secret")).isPresent();
        assertThat(service.asked("https://graph.qq.com/user/").get(0).rawQuery())
                .isEqualTo("access_token=A&oauth_consumer_key=CLIENT_ID&openid=O");
        for (var script : new String[] {"", "callback( {} );", "callback( {\"openid\":5} );", "}{", "{x}"}) {
            var broken = new Service()
                    .at("https://graph.qq.com/oauth2.0/me", request -> Response.of(200, "text/html", script));
            broken.at("https://graph.qq.com/oauth2.0/token", Claims.of("access_token", "A"));
            refuses(Qq.provider(), broken, "QQ returned no openid");
        }
        var failed = new Service()
                .at("https://graph.qq.com/oauth2.0/token", Claims.of("access_token", "A"))
                .at(
                        "https://graph.qq.com/oauth2.0/me",
                        request -> Response.of(200, "text/html", "callback({\"openid\":\"O\"})"))
                .profile(Claims.of("ret", 100030).with("nickname", "x"));
        refuses(Qq.provider(), failed, "QQ responded with the error 100030");
    }

    @Test
    void weibo_names_the_user_with_the_token() {
        service.tokens(Claims.of("uid", "12345678901234567"))
                .profile(Claims.of("id", 12345678901234567L)
                        .with("idstr", "12345678901234567")
                        .with("screen_name", "Ann"));
        assertThat(described(arrive(Weibo.provider()))).isEqualTo("12345678901234567 Ann null null");
        assertThat(service.asked().get(1).url())
                .isEqualTo("https://api.weibo.com/2/users/show.json?uid=12345678901234567&access_token=ACCESS_TOKEN");
        refuses(Weibo.provider(), new Service(), "Weibo's token response contains no uid");
    }

    @Test
    void yahoo_is_found_by_discovery() {
        service.idToken(person("sub", "y").with("picture", "https://p.example/y"));
        assertThat(described(arrive(Yahoo.provider()))).isEqualTo("y Ann ann@app.example https://p.example/y");
        assertThat(journey.sent()).containsKeys("nonce", "state");
    }

    @Test
    void cas_returns_attributes_in_three_forms() {
        var attributes = Claims.of("displayName", List.of("Ann")).with("mail", "ann@app.example");
        var listed = List.of(Claims.of("cn", "Ann"), Claims.of("email", "ann@app.example"));
        for (var profile : List.of(
                Claims.of("id", "c").with("attributes", attributes),
                Claims.of("id", "c").with("attributes", listed),
                person("id", "c"))) {
            service.profile(profile);
            assertThat(described(arrive(CasOAuth.provider("https://cas.example/cas/oauth2.0/"))))
                    .isEqualTo("c Ann ann@app.example null");
        }
        assertThat(service.asked("https://cas.example/cas/oauth2.0/accessToken"))
                .hasSize(3);
    }

    @Test
    void older_cas_servers_respond_to_a_PUT_with_a_form() {
        service.at(
                        "https://cas.example/accessToken",
                        request -> Response.of(200, "text/plain", "access_token=A&expires=1"))
                .profile(person("id", "c"));
        var options =
                Map.of("casOAuthUrl", "https://cas.example", "jsonTokenExtractor", "false", "accessTokenVerb", "PUT");
        var provider = (OAuthProvider) Providers.byId("cas-oauth").orElseThrow().provider(options);
        assertThat(described(arrive(provider))).isEqualTo("c Ann ann@app.example null");
        assertThat(service.asked().get(0).method()).isEqualTo("PUT");
        assertThat(service.asked().get(0).text()).contains("grant_type=authorization_code");
    }

    @Test
    void windows_live_names_its_replacement() {
        assertThat(WindowsLive.provider().retired()).contains("microsoft-entra-id", "consumers");
    }

    private static Claims person(String idName, Object id) {
        return Claims.of(idName, id).with("name", "Ann").with("email", "ann@app.example");
    }

    private SignInParams arrive(OAuthProvider provider) {
        journey = Journey.with(provider, service);
        return journey.arrive();
    }

    private static void refuses(OAuthProvider provider, Service service, String why) {
        var refused = Journey.with(provider, service);
        refused.leave();
        refused.back(Map.of());
        assertThat(refused.arrived()).isEmpty();
        assertThat(refused.failure()).hasStackTraceContaining(why);
    }

    private Map<String, String> posted(String url) {
        return service.asked(url).stream()
                .findFirst()
                .map(Request::text)
                .map(Form::decode)
                .orElseThrow();
    }

    private static String described(SignInParams arrived) {
        var user = arrived.user();
        return arrived.account().providerAccountId() + " " + user.name() + " " + user.email() + " " + user.image();
    }
}
