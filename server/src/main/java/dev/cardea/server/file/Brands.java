package dev.cardea.server.file;

import java.util.Set;
import java.util.TreeSet;

/** Ids of providers that people know by name. */
final class Brands {
    private static final String IDS = """
            42-school apple asgardeo atlassian auth0 authentik azure-ad azure-ad-b2c azure-devops bankid-no
            battlenet beyondidentity bitbucket box boxyhq-saml bungie click-up cognito coinbase concept2 descope
            discord dribbble dropbox duende-identity-server6 eventbrite eveonline facebook faceit figma
            forwardemail foursquare freshbooks frontegg fusionauth github gitlab google hubspot huggingface
            identity-server4 instagram kakao keycloak kinde line linkedin logto loops mailchimp mailgun mailru
            mastodon mattermost medium microsoft-entra-id naver netlify netsuite nextcloud notion okta onelogin
            hydra osso osu passage patreon ping-id pinterest pipedrive postmark reddit resend roblox salesforce
            sendgrid simplelogin slack spotify strava threads tiktok todoist trakt twitch twitter united-effects
            vipps vk webex wechat wikimedia wordpress workos yandex zitadel zoho zoom
            """;

    static final Set<String> ALL = new TreeSet<>(Set.of(IDS.trim().split("\\s+")));

    private Brands() {}
}
