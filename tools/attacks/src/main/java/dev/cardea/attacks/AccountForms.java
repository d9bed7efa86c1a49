package dev.cardea.attacks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms of password accounts: sign-up, forgotten password and sign-in. */
final class AccountForms {
    static final String SIGN_UP = "/signup";
    static final String FORGOT = "/forgot";

    /** The site rejects it before it counts, stores or sends anything but the attempt. */
    private static final String NO_ADDRESS = "cardea-attack";

    private AccountForms() {}

    static boolean isPassword(SiteProvider provider) {
        return provider.type().equals("credentials") && provider.id().equals("password");
    }

    /** @throws NoTargetException where the site has no password accounts */
    static void require(Site site) {
        if (site.form(FORGOT).isEmpty()) throw Trial.noTarget("the site has no password accounts");
    }

    /**
     * Returns the names of the fields of the form for a new account.
     *
     * @throws NoTargetException where visitors cannot create one
     */
    private static List<String> signUpFields(Site site) {
        require(site);
        return site.form(SIGN_UP).orElseThrow(() -> Trial.noTarget("visitors can't create an account on the site"));
    }

    /**
     * Returns the fields of a new account, filled in.
     *
     * @throws NoTargetException where visitors cannot create one
     */
    static Map<String, String> newAccount(Site site, String address, String password) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (var name : signUpFields(site)) fields.put(name, "Cardea Attack");
        fields.put("email", address);
        fields.put("password", password);
        return fields;
    }

    /** Returns the sign-in with a password of an account. */
    static Action signIn(Site site, String address, String password) {
        var provider = site.providers().stream()
                .filter(AccountForms::isPassword)
                .findFirst()
                .orElseThrow(() -> Trial.noTarget("the site has no password accounts"));
        return TestUser.attempt(site, provider, address, password);
    }

    /** Returns the post of a form without an address, which sends no mail. */
    static Action withoutAddress(Site site, String route) {
        return new Action(
                route.substring(1), site.route(route), Map.of("email", NO_ADDRESS), false, AccountForms::isJudged);
    }

    /** Returns whether an answer is about what was entered: the form with an error, or its address with one. */
    static boolean isJudged(Site site, Answer answer) {
        return hasFault(answer)
                || answer.destination()
                        .filter(to -> to.matches(".*[?&]error=[A-Z][A-Za-z]+.*") && !to.contains("MissingCSRF"))
                        .isPresent();
    }

    /** Returns whether an answer is the built-in form with an error. */
    static boolean hasFault(Answer answer) {
        return answer.status() == 400 && answer.text().contains("id=\"fault\"");
    }
}
