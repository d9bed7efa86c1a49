package dev.cardea.host.spring;

import dev.cardea.accounts.AccountPages;
import dev.cardea.accounts.SecondFactor;
import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/**
 * Accounts of users. The class is loaded only where they are on.
 *
 * @param passwords whether users have passwords; without them the pages of the account stay
 * @param minimumLength how long a new password has to be; 15 unless set
 * @param signUp whether visitors can create accounts, by any sign-in method; invited: those of UserAdmin.invite
 * @param contextWords words of which a password must not consist, such as the product's name
 * @param signUpFields further fields of the form for a new account, with the attributes of each
 * @param secondFactor whether sign-ins ask for a second factor
 * @param trustedBrowsers how long users can have a browser that isn't asked for it again; it always is unless set
 * @param encryptionKeys keys that encrypt what accounts store instead of the secret, newest first; each has at least 32 random
 *     bytes, as base64 or hex
 * @param foreignUntil until when the password hashes of another system are accepted, such as 2027-01-31T00:00:00Z
 * @param pages pages of the application that replace the built-in ones
 */
@ConfigurationProperties(AccountsOn.NAME)
record AccountsProperties(
        @DefaultValue("true") boolean passwords,
        @Nullable Integer minimumLength,
        @DefaultValue("open") SignUp signUp,
        @DefaultValue List<String> contextWords,
        @DefaultValue Map<String, Map<String, String>> signUpFields,
        @DefaultValue("if-enrolled") SecondFactor secondFactor,
        @Nullable Duration trustedBrowsers,
        @DefaultValue List<String> encryptionKeys,
        @Nullable Instant foreignUntil,
        @DefaultValue PageSettings pages) {

    /**
     * Pages of the application, as paths.
     *
     * @param signUp where visitors create an account
     * @param forgot where users ask for a new password
     * @param account the account's page; its other pages are below it, such as /password
     * @param factor where users enter a code as the second step of a sign-in
     * @param reauth where users sign in once more before a change
     */
    record PageSettings(
            @Nullable String signUp,
            @Nullable String forgot,
            @Nullable String account,
            @Nullable String factor,
            @Nullable String reauth) {}

    /** @throws InvalidSetupException if a property has a value that accounts can't have */
    static UserAccounts accounts(Environment environment) {
        return AccountsOn.group(environment)
                .bindOrCreate(AccountsOn.NAME, AccountsProperties.class)
                .accounts();
    }

    private UserAccounts accounts() {
        var own = new AccountPages(pages.signUp, pages.forgot, pages.account, pages.factor, pages.reauth);
        var accounts = UserAccounts.standard()
                .signUp(signUp)
                .secondFactor(secondFactor)
                .contextWords(contextWords.toArray(String[]::new))
                .pages(own);
        if (foreignUntil != null) {
            accounts = accounts.passwords(
                    Passwords.builder().foreignUntil(foreignUntil).build());
        }
        try {
            accounts = accounts.encryptionKeys(encryptionKeys);
            if (trustedBrowsers != null) accounts = accounts.trustedBrowsers(trustedBrowsers);
            if (minimumLength != null) accounts = accounts.minimumLength(minimumLength);
            for (var field : signUpFields.entrySet()) {
                accounts = accounts.signUpField(field.getKey(), new CredentialInput(field.getValue()));
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidSetupException(
                    "A property below cardea.accounts has a wrong value: " + e.getMessage() + ".",
                    "Correct cardea.accounts.minimum-length, cardea.accounts.sign-up-fields, "
                            + "cardea.accounts.trusted-browsers or cardea.accounts.encryption-keys.");
        }
        return passwords ? accounts : accounts.withoutPasswords();
    }

    /** Prints no keys. */
    @Override
    public String toString() {
        return "AccountsProperties";
    }
}
