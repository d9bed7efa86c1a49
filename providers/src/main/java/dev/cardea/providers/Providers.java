package dev.cardea.providers;

import dev.cardea.provider.EmailProvider;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All built-in providers, by id. The class of a provider is loaded on first use, because most applications need two or
 * three.
 */
public final class Providers {
    private static final List<String> IDS = List.of("""
            42-school apple asgardeo atlassian auth0 authentik azure-ad azure-ad-b2c azure-devops bankid-no
            battlenet beyondidentity bitbucket box boxyhq-saml bungie cas-oauth click-up cognito coinbase concept2
            cronofy descope discord dribbble dropbox duende-identity-server6 eventbrite eveonline facebook faceit
            figma figshare forwardemail foursquare freshbooks frontegg fusionauth github gitlab google gumroad
            hiorg-server hubspot huggingface identity-server4 instagram kakao keycloak kick kinde line linear
            linkedin logto loops mailchimp mailgun mailjet mailru mastodon mattermost medium microsoft-entra-id
            naver netlify netsuite nextcloud notion odnoklassniki okta onelogin hydra osso osu passage patreon
            paybin paypal ping-id pinterest pipedrive polar postmark qq railway reddit resend roblox salesforce
            sendgrid ses simplelogin slack spotify strava threads tiktok todoist trakt twitch twitter united-effects
            vercel vipps vk webex wechat weibo wikimedia windows-live wordpress workos yahoo yandex zitadel zoho
            zoom
            """.strip().split("\\s+"));

    private Providers() {}

    /** Returns the ids in the order of the providers' names, which is nearly alphabetical. */
    public static List<String> ids() {
        return IDS;
    }

    /** Returns the providers in the order of {@link #ids}. */
    public static List<Brand> all() {
        return All.BRANDS;
    }

    /** Returns the provider with an id such as {@code github}. */
    public static Optional<Brand> byId(String id) {
        return Optional.ofNullable(brand(id));
    }

    /** Returns whether a provider sends through a service that needs a key ({@code apiKey}, {@code AUTH_…_KEY}). */
    public static boolean needsKey(EmailProvider provider) {
        return provider.sender() instanceof MailService;
    }

    /** Returns the file name of the provider in Auth.js if it differs from the id. */
    static String fileOf(String id) {
        return id.equals("hydra") ? "ory-hydra" : id;
    }

    private static final class All {
        static final List<Brand> BRANDS =
                IDS.stream().flatMap(id -> byId(id).stream()).toList();
    }

    private static @Nullable Brand brand(String id) {
        return switch (id) {
            case "42-school" -> Brand.of(FortyTwoSchool::provider);
            case "apple" -> Apple.BRAND;
            case "asgardeo" -> Brand.of(Asgardeo::provider);
            case "atlassian" -> Brand.of(Atlassian::provider);
            case "auth0" -> Brand.of(Auth0::provider);
            case "authentik" -> Brand.of(Authentik::provider);
            case "azure-ad" -> AzureAd.BRAND;
            case "azure-ad-b2c" -> Brand.of(AzureAdB2c::provider);
            case "azure-devops" -> AzureDevOps.BRAND;
            case "bankid-no" -> Brand.of(BankIdNo::provider);
            case "battlenet" -> Brand.of(BattleNet::provider);
            case "beyondidentity" -> Brand.of(BeyondIdentity::provider);
            case "bitbucket" -> Brand.of(Bitbucket::provider);
            case "box" -> Brand.of(Box::provider);
            case "boxyhq-saml" -> Brand.of(BoxyHqSaml::provider);
            case "bungie" -> Bungie.BRAND;
            case "cas-oauth" -> CasOAuth.BRAND;
            case "click-up" -> Brand.of(ClickUp::provider);
            case "cognito" -> Brand.of(Cognito::provider);
            case "coinbase" -> Brand.of(Coinbase::provider);
            case "concept2" -> Brand.of(Concept2::provider);
            case "cronofy" -> Cronofy.BRAND;
            case "descope" -> Brand.of(Descope::provider);
            case "discord" -> Brand.of(Discord::provider);
            case "dribbble" -> Dribbble.BRAND;
            case "dropbox" -> Brand.of(Dropbox::provider);
            case "duende-identity-server6" -> Brand.of(DuendeIdentityServer6::provider);
            case "eventbrite" -> Brand.of(Eventbrite::provider);
            case "eveonline" -> Brand.of(EveOnline::provider);
            case "facebook" -> Brand.of(Facebook::provider);
            case "faceit" -> Brand.of(Faceit::provider);
            case "figma" -> Brand.of(Figma::provider);
            case "figshare" -> Brand.of(Figshare::provider);
            case "forwardemail" -> Brand.of(ForwardEmail::provider);
            case "foursquare" -> Foursquare.BRAND;
            case "freshbooks" -> Brand.of(Freshbooks::provider);
            case "frontegg" -> Brand.of(Frontegg::provider);
            case "fusionauth" -> FusionAuth.BRAND;
            case "github" -> GitHub.BRAND;
            case "gitlab" -> GitLab.BRAND;
            case "google" -> Brand.of(Google::provider);
            case "gumroad" -> Brand.of(Gumroad::provider);
            case "hiorg-server" -> Brand.of(HiOrgServer::provider);
            case "hubspot" -> Brand.of(HubSpot::provider);
            case "huggingface" -> Brand.of(HuggingFace::provider);
            case "identity-server4" -> Brand.of(IdentityServer4::provider);
            case "instagram" -> Brand.of(Instagram::provider);
            case "kakao" -> Brand.of(Kakao::provider);
            case "keycloak" -> Brand.of(Keycloak::provider);
            case "kick" -> Brand.of(Kick::provider);
            case "kinde" -> Brand.of(Kinde::provider);
            case "line" -> Brand.of(Line::provider);
            case "linear" -> Brand.of(Linear::provider);
            case "linkedin" -> Brand.of(LinkedIn::provider);
            case "logto" -> Brand.of(Logto::provider);
            case "loops" -> Loops.BRAND;
            case "mailchimp" -> Brand.of(Mailchimp::provider);
            case "mailgun" -> Mailgun.BRAND;
            case "mailjet" -> Brand.of(Mailjet::provider);
            case "mailru" -> Brand.of(MailRu::provider);
            case "mastodon" -> Brand.of(Mastodon::provider);
            case "mattermost" -> Brand.of(Mattermost::provider);
            case "medium" -> Brand.of(Medium::provider);
            case "microsoft-entra-id" -> MicrosoftEntraId.BRAND;
            case "naver" -> Brand.of(Naver::provider);
            case "netlify" -> Brand.of(Netlify::provider);
            case "netsuite" -> NetSuite.BRAND;
            case "nextcloud" -> Brand.of(Nextcloud::provider);
            case "notion" -> Notion.BRAND;
            case "odnoklassniki" -> Odnoklassniki.BRAND;
            case "okta" -> Brand.of(Okta::provider);
            case "onelogin" -> Brand.of(OneLogin::provider);
            case "hydra" -> Brand.of(OryHydra::provider);
            case "osso" -> Brand.of(Osso::provider);
            case "osu" -> Brand.of(Osu::provider);
            case "passage" -> Brand.of(Passage::provider);
            case "patreon" -> Brand.of(Patreon::provider);
            case "paybin" -> Brand.of(Paybin::provider);
            case "paypal" -> PayPal.BRAND;
            case "ping-id" -> Brand.of(PingId::provider);
            case "pinterest" -> Brand.of(Pinterest::provider);
            case "pipedrive" -> Brand.of(Pipedrive::provider);
            case "polar" -> Brand.of(Polar::provider);
            case "postmark" -> Brand.of(Postmark::provider);
            case "qq" -> Brand.of(Qq::provider);
            case "railway" -> Brand.of(Railway::provider);
            case "reddit" -> Brand.of(Reddit::provider);
            case "resend" -> Brand.of(Resend::provider);
            case "roblox" -> Brand.of(Roblox::provider);
            case "salesforce" -> Brand.of(Salesforce::provider);
            case "sendgrid" -> Brand.of(SendGrid::provider);
            case "ses" -> AmazonSes.BRAND;
            case "simplelogin" -> Brand.of(SimpleLogin::provider);
            case "slack" -> Brand.of(Slack::provider);
            case "spotify" -> Brand.of(Spotify::provider);
            case "strava" -> Brand.of(Strava::provider);
            case "threads" -> Brand.of(Threads::provider);
            case "tiktok" -> Brand.of(TikTok::provider);
            case "todoist" -> Brand.of(Todoist::provider);
            case "trakt" -> Brand.of(Trakt::provider);
            case "twitch" -> Brand.of(Twitch::provider);
            case "twitter" -> Brand.of(Twitter::provider);
            case "united-effects" -> Brand.of(UnitedEffects::provider);
            case "vercel" -> Brand.of(Vercel::provider);
            case "vipps" -> Brand.of(Vipps::provider);
            case "vk" -> Vk.BRAND;
            case "webex" -> Webex.BRAND;
            case "wechat" -> WeChat.BRAND;
            case "weibo" -> Brand.of(Weibo::provider);
            case "wikimedia" -> Brand.of(Wikimedia::provider);
            case "windows-live" -> Brand.of(WindowsLive::provider);
            case "wordpress" -> Brand.of(WordPress::provider);
            case "workos" -> WorkOs.BRAND;
            case "yahoo" -> Brand.of(Yahoo::provider);
            case "yandex" -> Brand.of(Yandex::provider);
            case "zitadel" -> Brand.of(Zitadel::provider);
            case "zoho" -> Brand.of(Zoho::provider);
            case "zoom" -> Brand.of(Zoom::provider);
            default -> null;
        };
    }
}
