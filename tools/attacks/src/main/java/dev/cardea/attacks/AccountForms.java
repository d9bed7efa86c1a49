package dev.cardea.attacks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms of password accounts: sign-up, forgotten password and sign-in. */
final class AccountForms {
    static final String SIGN_UP = "/signup";
    static final String FORGOT = "/forgot";

    private AccountForms() {}

    /** @throws NoTargetException where the site has no password accounts */
    static void require(TargetSite site) {
        if (site.form(FORGOT).isEmpty()) throw Trial.noTarget("the site has no password accounts");
    }

    /**
     * Returns the names of the fields of the form for a new account.
     *
     * @throws NoTargetException where visitors cannot create one
     */
    private static List<String> signUpFields(TargetSite site) {
        require(site);
        return site.form(SIGN_UP).orElseThrow(() -> Trial.noTarget("visitors can't create an account on the site"));
    }

    /**
     * Returns the fields of a new account, filled in.
     *
     * @throws NoTargetException where visitors cannot create one
     */
    static Map<String, String> newAccount(TargetSite site, String address, String password) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (var name : signUpFields(site)) fields.put(name, "Cardea Attack");
        fields.put("email", address);
        fields.put("password", password);
        return fields;
    }

    /** Returns the sign-in with a password of an account. */
    static Action signIn(TargetSite site, String address, String password) {
        var provider = site.providers().stream()
                .filter(SiteProvider::isPassword)
                .findFirst()
                .orElseThrow(() -> Trial.noTarget("the site has no password accounts"));
        return TestUser.attempt(site, provider, address, password);
    }
}
