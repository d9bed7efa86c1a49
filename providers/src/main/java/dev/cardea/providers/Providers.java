package dev.cardea.providers;

import dev.cardea.provider.EmailProvider;
import java.util.List;
import java.util.Optional;

/** Every brand, by id. */
public final class Providers {
    private static final List<Brand> ALL = List.of(
            Brand.of(FortyTwoSchool::provider),
            AmazonSes.BRAND,
            Apple.BRAND,
            Brand.of(Asgardeo::provider),
            Brand.of(Atlassian::provider),
            Brand.of(Auth0::provider),
            Brand.of(Authentik::provider),
            AzureAd.BRAND,
            Brand.of(AzureAdB2c::provider),
            AzureDevOps.BRAND,
            Brand.of(BankIdNo::provider),
            Brand.of(BattleNet::provider),
            Brand.of(BeyondIdentity::provider),
            Brand.of(Bitbucket::provider),
            Brand.of(Box::provider),
            Brand.of(BoxyHqSaml::provider),
            Bungie.BRAND,
            CasOAuth.BRAND,
            Brand.of(ClickUp::provider),
            Brand.of(Cognito::provider),
            Brand.of(Coinbase::provider),
            Brand.of(Concept2::provider),
            Cronofy.BRAND,
            Brand.of(Descope::provider),
            Brand.of(Discord::provider),
            Dribbble.BRAND,
            Brand.of(Dropbox::provider),
            Brand.of(DuendeIdentityServer6::provider),
            Brand.of(Eventbrite::provider),
            Brand.of(EveOnline::provider),
            Brand.of(Facebook::provider),
            Brand.of(Faceit::provider),
            Brand.of(Figma::provider),
            Brand.of(Figshare::provider),
            Brand.of(ForwardEmail::provider),
            Foursquare.BRAND,
            Brand.of(Freshbooks::provider),
            Brand.of(Frontegg::provider),
            FusionAuth.BRAND,
            GitHub.BRAND,
            GitLab.BRAND,
            Brand.of(Google::provider),
            Brand.of(Gumroad::provider),
            Brand.of(HiOrgServer::provider),
            Brand.of(HubSpot::provider),
            Brand.of(HuggingFace::provider),
            Brand.of(IdentityServer4::provider),
            Brand.of(Instagram::provider),
            Brand.of(Kakao::provider),
            Brand.of(Keycloak::provider),
            Brand.of(Kick::provider),
            Brand.of(Kinde::provider),
            Brand.of(Line::provider),
            Brand.of(Linear::provider),
            Brand.of(LinkedIn::provider),
            Brand.of(Logto::provider),
            Loops.BRAND,
            Brand.of(Mailchimp::provider),
            Mailgun.BRAND,
            Brand.of(Mailjet::provider),
            Brand.of(MailRu::provider),
            Brand.of(Mastodon::provider),
            Brand.of(Mattermost::provider),
            Brand.of(Medium::provider),
            MicrosoftEntraId.BRAND,
            Brand.of(Naver::provider),
            Brand.of(Netlify::provider),
            NetSuite.BRAND,
            Brand.of(Nextcloud::provider),
            Notion.BRAND,
            Odnoklassniki.BRAND,
            Brand.of(Okta::provider),
            Brand.of(OneLogin::provider),
            Brand.of(OryHydra::provider),
            Brand.of(Osso::provider),
            Brand.of(Osu::provider),
            Brand.of(Passage::provider),
            Brand.of(Patreon::provider),
            Brand.of(Paybin::provider),
            PayPal.BRAND,
            Brand.of(PingId::provider),
            Brand.of(Pinterest::provider),
            Brand.of(Pipedrive::provider),
            Brand.of(Polar::provider),
            Brand.of(Postmark::provider),
            Brand.of(Qq::provider),
            Brand.of(Railway::provider),
            Brand.of(Reddit::provider),
            Brand.of(Resend::provider),
            Brand.of(Roblox::provider),
            Brand.of(Salesforce::provider),
            Brand.of(SendGrid::provider),
            Brand.of(SimpleLogin::provider),
            Brand.of(Slack::provider),
            Brand.of(Spotify::provider),
            Brand.of(Strava::provider),
            Brand.of(Threads::provider),
            Brand.of(TikTok::provider),
            Brand.of(Todoist::provider),
            Brand.of(Trakt::provider),
            Brand.of(Twitch::provider),
            Brand.of(Twitter::provider),
            Brand.of(UnitedEffects::provider),
            Brand.of(Vercel::provider),
            Brand.of(Vipps::provider),
            Vk.BRAND,
            Webex.BRAND,
            WeChat.BRAND,
            Brand.of(Weibo::provider),
            Brand.of(Wikimedia::provider),
            Brand.of(WindowsLive::provider),
            Brand.of(WordPress::provider),
            WorkOs.BRAND,
            Brand.of(Yahoo::provider),
            Brand.of(Yandex::provider),
            Brand.of(Zitadel::provider),
            Brand.of(Zoho::provider),
            Brand.of(Zoom::provider));

    private Providers() {}

    /** In the order of their names in other libraries' lists, which is that of the alphabet. */
    public static List<Brand> all() {
        return ALL;
    }

    /** Whether a provider sends over a service that wants a key ({@code apiKey}, {@code AUTH_…_KEY}). */
    public static boolean needsKey(EmailProvider provider) {
        return provider.sender() instanceof MailService;
    }

    /** What the file of a brand is called in Auth.js, where it is not called after its id. */
    static String fileOf(String id) {
        return id.equals("hydra") ? "ory-hydra" : id;
    }

    /** The brand with an id such as {@code github}. */
    public static Optional<Brand> byId(String id) {
        return ALL.stream().filter(brand -> brand.id().equals(id)).findFirst();
    }
}
