package dev.cardea.providers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the built-in providers by id. The class of a provider is loaded on first use, because most applications need
 * two or three. Safe for concurrent use.
 */
public final class Providers {
    private static final List<String> IDS = collectIds();

    private Providers() {}

    /** Returns the ids in the order of the providers' names, which is nearly alphabetical. */
    public static List<String> ids() {
        return IDS;
    }

    /** Returns the providers in the order of {@link #ids}; this loads all of their classes. */
    public static List<Brand> all() {
        return IDS.stream().flatMap(id -> byId(id).stream()).toList();
    }

    /** Returns the provider with an id such as {@code github}. */
    public static Optional<Brand> byId(String id) {
        return Optional.ofNullable(first(id::equals));
    }

    /** Asks for every id and accepts none, so no class is loaded. */
    private static List<String> collectIds() {
        var ids = new ArrayList<String>();
        first(id -> {
            ids.add(id);
            return false;
        });
        return List.copyOf(ids);
    }

    /**
     * The registry: one line for each provider, in the order of their names. A line loads its class only if the id is
     * accepted. A map of suppliers costs a generated class for each of them at startup.
     */
    private static @Nullable Brand first(Predicate<String> id) {
        if (id.test("42-school")) return FortyTwoSchool.BRAND;
        if (id.test("apple")) return Apple.BRAND;
        if (id.test("asgardeo")) return Asgardeo.BRAND;
        if (id.test("atlassian")) return Atlassian.BRAND;
        if (id.test("auth0")) return Auth0.BRAND;
        if (id.test("authentik")) return Authentik.BRAND;
        if (id.test("azure-ad")) return AzureAd.BRAND;
        if (id.test("azure-ad-b2c")) return AzureAdB2c.BRAND;
        if (id.test("azure-devops")) return AzureDevOps.BRAND;
        if (id.test("bankid-no")) return BankIdNo.BRAND;
        if (id.test("battlenet")) return BattleNet.BRAND;
        if (id.test("beyondidentity")) return BeyondIdentity.BRAND;
        if (id.test("bitbucket")) return Bitbucket.BRAND;
        if (id.test("box")) return Box.BRAND;
        if (id.test("boxyhq-saml")) return BoxyHqSaml.BRAND;
        if (id.test("bungie")) return Bungie.BRAND;
        if (id.test("cas-oauth")) return CasOAuth.BRAND;
        if (id.test("click-up")) return ClickUp.BRAND;
        if (id.test("cognito")) return Cognito.BRAND;
        if (id.test("coinbase")) return Coinbase.BRAND;
        if (id.test("concept2")) return Concept2.BRAND;
        if (id.test("cronofy")) return Cronofy.BRAND;
        if (id.test("descope")) return Descope.BRAND;
        if (id.test("discord")) return Discord.BRAND;
        if (id.test("dribbble")) return Dribbble.BRAND;
        if (id.test("dropbox")) return Dropbox.BRAND;
        if (id.test("duende-identity-server6")) return DuendeIdentityServer6.BRAND;
        if (id.test("eventbrite")) return Eventbrite.BRAND;
        if (id.test("eveonline")) return EveOnline.BRAND;
        if (id.test("facebook")) return Facebook.BRAND;
        if (id.test("faceit")) return Faceit.BRAND;
        if (id.test("figma")) return Figma.BRAND;
        if (id.test("figshare")) return Figshare.BRAND;
        if (id.test("forwardemail")) return ForwardEmail.BRAND;
        if (id.test("foursquare")) return Foursquare.BRAND;
        if (id.test("freshbooks")) return Freshbooks.BRAND;
        if (id.test("frontegg")) return Frontegg.BRAND;
        if (id.test("fusionauth")) return FusionAuth.BRAND;
        if (id.test("github")) return GitHub.BRAND;
        if (id.test("gitlab")) return GitLab.BRAND;
        if (id.test("google")) return Google.BRAND;
        if (id.test("gumroad")) return Gumroad.BRAND;
        if (id.test("hiorg-server")) return HiOrgServer.BRAND;
        if (id.test("hubspot")) return HubSpot.BRAND;
        if (id.test("huggingface")) return HuggingFace.BRAND;
        if (id.test("identity-server4")) return IdentityServer4.BRAND;
        if (id.test("instagram")) return Instagram.BRAND;
        if (id.test("kakao")) return Kakao.BRAND;
        if (id.test("keycloak")) return Keycloak.BRAND;
        if (id.test("kick")) return Kick.BRAND;
        if (id.test("kinde")) return Kinde.BRAND;
        if (id.test("line")) return Line.BRAND;
        if (id.test("linear")) return Linear.BRAND;
        if (id.test("linkedin")) return LinkedIn.BRAND;
        if (id.test("logto")) return Logto.BRAND;
        if (id.test("loops")) return Loops.BRAND;
        if (id.test("mailchimp")) return Mailchimp.BRAND;
        if (id.test("mailgun")) return Mailgun.BRAND;
        if (id.test("mailjet")) return Mailjet.BRAND;
        if (id.test("mailru")) return MailRu.BRAND;
        if (id.test("mastodon")) return Mastodon.BRAND;
        if (id.test("mattermost")) return Mattermost.BRAND;
        if (id.test("medium")) return Medium.BRAND;
        if (id.test("microsoft-entra-id")) return MicrosoftEntraId.BRAND;
        if (id.test("naver")) return Naver.BRAND;
        if (id.test("netlify")) return Netlify.BRAND;
        if (id.test("netsuite")) return NetSuite.BRAND;
        if (id.test("nextcloud")) return Nextcloud.BRAND;
        if (id.test("notion")) return Notion.BRAND;
        if (id.test("odnoklassniki")) return Odnoklassniki.BRAND;
        if (id.test("okta")) return Okta.BRAND;
        if (id.test("onelogin")) return OneLogin.BRAND;
        if (id.test("hydra")) return OryHydra.BRAND;
        if (id.test("osso")) return Osso.BRAND;
        if (id.test("osu")) return Osu.BRAND;
        if (id.test("passage")) return Passage.BRAND;
        if (id.test("patreon")) return Patreon.BRAND;
        if (id.test("paybin")) return Paybin.BRAND;
        if (id.test("paypal")) return PayPal.BRAND;
        if (id.test("ping-id")) return PingId.BRAND;
        if (id.test("pinterest")) return Pinterest.BRAND;
        if (id.test("pipedrive")) return Pipedrive.BRAND;
        if (id.test("polar")) return Polar.BRAND;
        if (id.test("postmark")) return Postmark.BRAND;
        if (id.test("qq")) return Qq.BRAND;
        if (id.test("railway")) return Railway.BRAND;
        if (id.test("reddit")) return Reddit.BRAND;
        if (id.test("resend")) return Resend.BRAND;
        if (id.test("roblox")) return Roblox.BRAND;
        if (id.test("salesforce")) return Salesforce.BRAND;
        if (id.test("sendgrid")) return SendGrid.BRAND;
        if (id.test("ses")) return AmazonSes.BRAND;
        if (id.test("simplelogin")) return SimpleLogin.BRAND;
        if (id.test("slack")) return Slack.BRAND;
        if (id.test("spotify")) return Spotify.BRAND;
        if (id.test("strava")) return Strava.BRAND;
        if (id.test("threads")) return Threads.BRAND;
        if (id.test("tiktok")) return TikTok.BRAND;
        if (id.test("todoist")) return Todoist.BRAND;
        if (id.test("trakt")) return Trakt.BRAND;
        if (id.test("twitch")) return Twitch.BRAND;
        if (id.test("twitter")) return Twitter.BRAND;
        if (id.test("united-effects")) return UnitedEffects.BRAND;
        if (id.test("vercel")) return Vercel.BRAND;
        if (id.test("vipps")) return Vipps.BRAND;
        if (id.test("vk")) return Vk.BRAND;
        if (id.test("webex")) return Webex.BRAND;
        if (id.test("wechat")) return WeChat.BRAND;
        if (id.test("weibo")) return Weibo.BRAND;
        if (id.test("wikimedia")) return Wikimedia.BRAND;
        if (id.test("windows-live")) return WindowsLive.BRAND;
        if (id.test("wordpress")) return WordPress.BRAND;
        if (id.test("workos")) return WorkOs.BRAND;
        if (id.test("yahoo")) return Yahoo.BRAND;
        if (id.test("yandex")) return Yandex.BRAND;
        if (id.test("zitadel")) return Zitadel.BRAND;
        if (id.test("zoho")) return Zoho.BRAND;
        if (id.test("zoom")) return Zoom.BRAND;
        return null;
    }
}
