package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;

/** How a service stands today, as far as it concerns somebody who signs in with the class of it here. */
final class Standing {
    private Standing() {}

    static Claims of(Provider provider) {
        var gone = provider instanceof OAuthProvider oauth ? oauth.retired() : null;
        if (gone != null) return said("dead", gone);
        return switch (provider.id()) {
            case "asgardeo" -> care("the issuer is the whole address, with /oauth2/token");
            case "authentik" -> care("the issuer ends in a slash");
            case "azure-ad" -> said("deprecated-alias", "the old name of microsoft-entra-id");
            case "azure-ad-b2c" ->
                said("service-retiring", "not sold to new customers since May 2025; tenants are supported until 2030");
            case "battlenet" -> care("the regional hosts are legacy; oauth.battle.net is current");
            case "boxyhq-saml" -> said("renamed", "the product is called Ory Polis now");
            case "bungie" -> care("every call wants the application's API key");
            case "click-up" -> care("neither address nor picture is told");
            case "facebook" -> care("its interface has versions, which end after two years");
            case "foursquare" ->
                said("outdated", "version 2 of its interface is only for applications that have it already");
            case "frontegg", "mailru" -> care("the picture stands in a claim of its own and is not read");
            case "identity-server4" ->
                said("dead-product", "out of support since November 2022; duende-identity-server6 follows it");
            case "instagram" -> care("only professional accounts can sign in");
            case "mailchimp" -> care("the name is the account's, often a company's");
            case "mailgun" -> care("the sender is a bare address of the sending domain");
            case "microsoft-entra-id" ->
                care("with an issuer for many tenants an address is proven only where the claim xms_edov says so");
            case "netsuite" -> care("userinfo is a script of the account's own");
            case "onelogin" -> care("the issuer is the whole address, with /oidc/2");
            case "osso" -> said("dead-product", "no longer maintained");
            case "pinterest", "trakt" -> care("the account id is the user name, which people can change");
            case "wechat" -> care("the account id changes where an application is bound to the Open Platform later");
            default -> Claims.of("state", "no-known-problem");
        };
    }

    private static Claims care(String text) {
        return said("works-with-care", text);
    }

    private static Claims said(String state, String text) {
        return Claims.of("state", state).with("text", text);
    }
}
