package dev.cardea.server.file;

import dev.cardea.accounts.AccountPages;
import dev.cardea.accounts.SecondFactor;
import dev.cardea.accounts.SecondFactorRequest;
import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.SignUpRequest;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.hooks.Hooks;
import dev.cardea.json.Claims;
import dev.cardea.password.Passwords;
import dev.cardea.server.file.Key.Shape;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The key {@code accounts}: users with passwords. */
final class AccountsKeys {
    private static final Key LENGTH = Key.number("minimumLength", "15", "How long a new password has to be.", 8, 1024);

    private static final Map<String, SignUp> SIGN_UPS =
            Map.of("open", SignUp.OPEN, "invited", SignUp.INVITED, "closed", SignUp.CLOSED);

    private static final Map<String, SecondFactor> SECOND_FACTORS = Map.of(
            "never", SecondFactor.NEVER, "if-enrolled", SecondFactor.IF_ENROLLED, "required", SecondFactor.REQUIRED);

    private static final Key TRUSTED_BROWSERS = Key.number(
            "trustedBrowsers",
            null,
            "How many seconds users can have a browser that isn't asked for a second factor again. By default it"
                    + " always is.",
            60,
            7_776_000);

    private static final Key PASSWORDS = Key.flag(
            "passwords",
            "true",
            "false: users sign in without passwords, and an email provider isn't needed; the account's pages stay.");

    private static final Key PAGES = Key.group(
            "pages",
            "Your own pages instead of the built-in ones.",
            Key.text("signUp", null, "Where visitors create an account."),
            Key.text("forgot", null, "Where users ask for a new password."),
            Key.text("account", null, "The account's page; below it, /password is where users change their password."),
            Key.text("factor", null, "Where users enter a code as the second step of a sign-in."),
            Key.text("reauth", null, "Where users sign in once more before a change."));

    static final Key KEY = Key.of(
            "accounts",
            "false",
            "Lets visitors sign up with a password, and users change or reset it; needs store and an email provider.",
            new Shape.Flag(),
            Shape.group(
                    PASSWORDS,
                    LENGTH,
                    Key.choice(
                            "signUp",
                            "open",
                            "Whether visitors can create accounts, by any sign-in method; invited: those of"
                                    + " cardea users invite.",
                            SIGN_UPS),
                    Key.texts(
                            "contextWords", "Words of which a password must not consist, such as the product's name."),
                    Key.of(
                            "signUpFields",
                            null,
                            "Further fields of the form for a new account. They are stored with the user.",
                            CredentialsKeys.INPUTS),
                    Key.choice(
                            "secondFactor", "if-enrolled", "Whether sign-ins ask for a second factor.", SECOND_FACTORS),
                    TRUSTED_BROWSERS,
                    Key.text(
                            "foreignUntil",
                            null,
                            "Until when the password hashes of another system are accepted. A time in UTC, such as"
                                    + " 2027-01-31T00:00:00Z."),
                    PAGES));

    static final Key ENCRYPTION_KEYS = Key.of(
            "encryptionKeys",
            null,
            "Keys that encrypt what accounts store instead of secret, each at least 32 random bytes as base64 or hex;"
                    + " a list begins with the newest.",
            Shape.SECRET,
            new Shape.ListOf(Shape.SECRET));

    private UserAccounts module = UserAccounts.standard();
    private SecondFactor secondFactor = SecondFactor.IF_ENROLLED;

    private AccountsKeys() {}

    /**
     * Returns the module; empty where it is off.
     *
     * @param hooks of the application that may decide who signs up, and who needs a second factor; {@code null} if there is
     *     none
     */
    static Optional<UserAccounts> read(Section file, @Nullable Hooks hooks) {
        var item = file.item("accounts");
        var encryptionKeys = file.secrets("encryptionKeys");
        if (item == null || file.isOff("accounts")) {
            if (!encryptionKeys.isEmpty())
                file.wrong("encryptionKeys", "needs accounts; set accounts: true, or remove the key");
            return Optional.empty();
        }
        var keys = new AccountsKeys();
        keys.encrypt(file, encryptionKeys);
        if (item instanceof Item.Scalar) file.flag("accounts");
        else file.section("accounts", keys::group);
        return Optional.of(hooks == null ? keys.module : keys.hooked(hooks));
    }

    private UserAccounts hooked(Hooks hooks) {
        return module.signUp(request -> hooks.allows("signUp", params(request)))
                .secondFactor(request -> hooks.choose("secondFactor", params(request), SECOND_FACTORS.keySet())
                        .map(SECOND_FACTORS::get)
                        .orElse(secondFactor));
    }

    private static Claims params(SecondFactorRequest request) {
        var used = request.proofs().stream().flatMap(it -> it.amr().stream()).distinct();
        var user = request.user();
        return Claims.of("user", user.claims().withPresent("id", user.id()))
                .with("provider", request.provider())
                .with("amr", used.toList());
    }

    private void encrypt(Section file, List<String> encryptionKeys) {
        try {
            module = module.encryptionKeys(encryptionKeys);
        } catch (IllegalArgumentException e) {
            file.wrong("encryptionKeys", "can't be used: " + e.getMessage() + "; create one with: cardea secret");
        }
    }

    private static Claims params(SignUpRequest request) {
        var client = request.clientAddress();
        return Claims.NONE
                .withPresent("email", request.email())
                .with("isEmailProven", request.isEmailProven())
                .withPresent("name", request.name())
                .with("provider", request.provider())
                .with("fields", request.fields())
                .withPresent("ip", client == null ? null : client.getHostAddress());
    }

    private void group(Section section) {
        section.choice("signUp", SIGN_UPS).ifPresent(who -> module = module.signUp(who));
        if (!section.flag("passwords").orElse(true)) module = module.withoutPasswords();
        section.number(LENGTH).ifPresent(length -> {
            module = module.minimumLength(length.intValue());
            AccountsAdvice.onLength(section.source(), length.intValue());
        });
        module = module.contextWords(section.texts("contextWords").toArray(String[]::new));
        CredentialsKeys.inputs(section, "signUpFields")
                .forEach((name, input) -> attempt(section, name, before -> before.signUpField(name, input)));
        section.choice("secondFactor", SECOND_FACTORS).ifPresent(when -> {
            secondFactor = when;
            module = module.secondFactor(when);
        });
        section.number(TRUSTED_BROWSERS)
                .ifPresent(seconds -> module = module.trustedBrowsers(Duration.ofSeconds(seconds)));
        section.word("foreignUntil").ifPresent(text -> foreignUntil(section, text));
        section.section("pages", below -> module = module.pages(pages(below)));
    }

    private void foreignUntil(Section section, String text) {
        try {
            module = module.passwords(
                    Passwords.builder().foreignUntil(Instant.parse(text)).build());
        } catch (DateTimeParseException e) {
            section.wrong("foreignUntil", "must be a time in UTC, such as 2027-01-31T00:00:00Z");
        }
    }

    private static AccountPages pages(Section section) {
        return new AccountPages(
                section.text("signUp").orElse(null),
                section.text("forgot").orElse(null),
                section.text("account").orElse(null),
                section.text("factor").orElse(null),
                section.text("reauth").orElse(null));
    }

    private void attempt(Section section, String field, UnaryOperator<UserAccounts> change) {
        try {
            module = change.apply(module);
        } catch (IllegalArgumentException e) {
            section.wrong("signUpFields", "has the field " + field + ": " + e.getMessage());
        }
    }
}
