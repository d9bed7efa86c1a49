package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;

/** The present status of a service, as far as it concerns sign-in. */
final class ServiceStatus {
    private ServiceStatus() {}

    static Claims of(Provider provider) {
        var gone = provider instanceof OAuthProvider oauth ? oauth.retired() : null;
        if (gone != null) return said("dead", gone);
        return switch (provider.id()) {
            case "asgardeo" -> care("the issuer is the complete address, with /oauth2/token");
            case "authentik" -> care("the issuer ends in a slash");
            case "azure-ad" -> said("deprecated-alias", "the old name of microsoft-entra-id");
            case "azure-ad-b2c" ->
                said("service-retiring", "not sold to new customers since May 2025; tenants are supported until 2030");
            case "battlenet" -> care("the regional hosts are legacy; oauth.battle.net is current");
            case "boxyhq-saml" -> said("renamed", "the product is called Ory Polis now");
            case "bungie" -> care("every call needs the application's API key");
            case "click-up" -> care("the profile contains no address and no picture");
            case "facebook" -> care("each version of its API ends after two years");
            case "foursquare" -> said("outdated", "version 2 of its API is only for existing applications");
            case "frontegg", "mailru" -> care("the picture is in a non-standard claim and is not read");
            case "identity-server4" ->
                said("dead-product", "out of support since November 2022; duende-identity-server6 replaces it");
            case "instagram" -> care("only professional accounts can sign in");
            case "mailchimp" -> care("the name is that of the account, often a company");
            case "mailgun" -> care("the sender is a bare address of the sending domain");
            case "microsoft-entra-id" ->
                care("with an issuer for several tenants an address is verified only if the claim xms_edov says so");
            case "netsuite" -> care("userinfo is a script of the account itself");
            case "onelogin" -> care("the issuer is the complete address, with /oidc/2");
            case "osso" -> said("dead-product", "no longer maintained");
            case "pinterest", "trakt" -> care("the account id is the user name, which users can change");
            case "wechat" -> care("the account id changes if an application is bound to the Open Platform later");
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
