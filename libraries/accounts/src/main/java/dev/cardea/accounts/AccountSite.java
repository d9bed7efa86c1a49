package dev.cardea.accounts;

import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.http.WebUrl;
import dev.cardea.model.User;
import dev.cardea.password.Passwords;
import dev.cardea.provider.Mail;
import dev.cardea.text.Texts;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the routes of one configuration share.
 *
 * @param emailProvider the ID of the provider that proves mailboxes; never empty with passwords
 * @param normalizer of email addresses; throws for one that can't be used
 * @param name by which users know the site; {@code null}: its host
 * @param signUps who may sign up, and what they may enter
 */
record AccountSite(
        PasswordPolicy policy,
        Passwords passwords,
        Intention.Keeper intentions,
        Optional<String> emailProvider,
        UnaryOperator<String> normalizer,
        SignUpRules signUps,
        AccountPages pages,
        Notices notices,
        SecondFactors factors,
        @Nullable String name,
        Texts texts,
        Clock clock,
        Randomness randomness) {

    ProfileFields fields() {
        return signUps.fields();
    }

    /**
     * Tells the owner of an address by email what has changed.
     *
     * @param origin of the site
     */
    void notify(String kind, String email, String origin, Locale locale) {
        notices.send(mail(kind, email, origin, locale, List.of()));
    }

    /** @param further paragraphs below the text of that kind; one that is a URL becomes a link */
    Mail mail(String kind, String email, String origin, Locale locale, List<String> further) {
        var host = AccountCall.host(origin);
        var lines = new ArrayList<String>();
        lines.add(texts.get(locale, "notice." + kind + ".text", host));
        lines.addAll(further);
        var html = lines.stream().map(AccountSite::paragraph).collect(Collectors.joining("\n"));
        var subject = texts.get(locale, "notice." + kind + ".subject", host);
        return new Mail(email, subject, String.join("\n\n", lines), html);
    }

    private static String paragraph(String line) {
        var text = Html.escape(line);
        boolean isUrl = WebUrl.parse(line).isPresent();
        return "<p>" + (isUrl ? "<a href=\"" + text + "\">" + text + "</a>" : text) + "</p>";
    }

    /** Returns an address in its normal form; empty if it can't be used. */
    Optional<String> email(String entered) {
        try {
            return Optional.of(normalizer.apply(entered));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Judges a new password; empty if the user may set it. */
    Optional<FormFault> fault(AccountCall shown, String password, User user) {
        var fault = policy.fault(password, shown.about(user.email(), user.name()));
        if (fault.isPresent()) return fault.map(it -> fault(shown, it));
        var refused = fault(shown, PasswordFault.REFUSED);
        return policy.refusal(password, user)
                .map(text -> text.isBlank() ? refused : new FormFault(refused.error(), text, refused.field()));
    }

    FormFault fault(AccountCall shown, PasswordFault fault) {
        return shown.fault(fault.code(), "password", String.valueOf(policy.minimumLength()));
    }
}
