package dev.cardea.internal.page;

import dev.cardea.internal.page.AddressForm.Submit;
import dev.cardea.internal.page.ProviderForm.Input;
import dev.cardea.module.SignInLink;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.text.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The forms of the sign-in page, in the configured order. */
final class ProviderForms implements Provider.Cases<ProviderForm> {
    private final SignInView view;
    private final Texts texts;
    private final Locale locale;
    private final AddressMethods shared;
    private boolean separated;
    private int index;

    ProviderForms(SignInView view, Texts texts, Locale locale) {
        this.view = view;
        this.texts = texts;
        this.locale = locale;
        shared = AddressMethods.of(view.providers());
    }

    /** Returns the one form of email, password and passkeys; {@code null} if at most one of them is configured. */
    @Nullable AddressForm address() {
        if (!shared.areShared()) return null;
        var email = shared.email();
        var password = shared.password();
        var passkey = shared.passkey();
        var byEmail = email == null
                ? null
                : new Submit(
                        view.baseUrl() + "/signin/" + email.id(),
                        "submitButton-" + email.id(),
                        texts.get(locale, email.codes() ? "signin.email.code" : "signin.email.link"));
        if (password == null) {
            var only = Objects.requireNonNull(byEmail);
            return new AddressForm(
                    new Submit(only.action(), "submitButton", only.label()),
                    List.of(addressInput()),
                    null,
                    passkeyButton(passkey),
                    List.of(),
                    links(SignInLink.Place.FORM));
        }
        return new AddressForm(
                new Submit(
                        view.baseUrl() + "/callback/" + password.id(),
                        "submitButton",
                        texts.get(locale, "signin.password.button")),
                List.of(addressInput(), passwordInput(password)),
                view.pages().codeButton() ? byEmail : null,
                passkeyButton(passkey),
                links(SignInLink.Place.PASSWORD),
                links(SignInLink.Place.FORM));
    }

    /** Password managers and passkeys look for this {@code autocomplete}; labels of the application win. */
    private Input addressInput() {
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("type", "email");
        attributes.put("placeholder", texts.get(locale, "signin.email.placeholder"));
        attributes.putAll(ownAttributes("email"));
        attributes.put("name", "email");
        attributes.put("autocomplete", "username webauthn");
        attributes.put("required", "");
        if (shared.passkey() != null) attributes.put("data-form-field", "true");
        if (view.email() != null) attributes.put("value", view.email());
        if (!isAtPassword()) focus(attributes);
        var owner = shared.email() != null ? shared.email() : shared.password();
        return input("email", Objects.requireNonNull(owner), "signin.email.label", attributes);
    }

    private Input passwordInput(CredentialsProvider provider) {
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("type", "password");
        attributes.putAll(ownAttributes("password"));
        attributes.put("name", "password");
        attributes.put("autocomplete", "current-password");
        attributes.put("required", "");
        if (isAtPassword()) focus(attributes);
        return input("password", provider, "signin.password.label", attributes);
    }

    /** A visitor whose address is known corrects the password. */
    private boolean isAtPassword() {
        return view.email() != null && shared.password() != null;
    }

    /** The first thing to fill in. A screen reader then also reads why the sign-in before failed. */
    private void focus(Map<String, String> attributes) {
        attributes.put("autofocus", "");
        if (view.error() != null) attributes.put("aria-describedby", SignInView.ERROR_ID);
    }

    private Map<String, String> ownAttributes(String field) {
        if (shared.password() == null) return Map.of();
        return Objects.requireNonNull(shared.password().credentials().get(field))
                .attributes();
    }

    private Input input(String field, Provider owner, String label, Map<String, String> attributes) {
        var ownLabel = attributes.remove("label");
        return new Input(
                "input-" + field + "-for-" + owner.id() + "-provider",
                ownLabel == null ? texts.get(locale, label) : ownLabel,
                attributes);
    }

    private @Nullable ProviderForm passkeyButton(@Nullable WebAuthnProvider provider) {
        if (provider == null) return null;
        var ceremony = ceremony(provider, "signin.passkey.new");
        return form(provider, "/callback/", "submitButton-" + provider.id(), List.of(), ceremony);
    }

    private List<AddressForm.Link> links(SignInLink.Place place) {
        return view.links().stream()
                .filter(link -> link.place() == place)
                .map(link -> new AddressForm.Link(view.baseUrl() + "/" + link.route(), texts.get(locale, link.text())))
                .toList();
    }

    /** Returns the forms below the one form. A line separates a form with fields from its neighbours. */
    List<ProviderForm> all() {
        var forms = new ArrayList<ProviderForm>();
        boolean isShared = shared.areShared();
        boolean fieldsBefore = isShared;
        index = 0;
        for (var provider : view.providers()) {
            if (!isShared || !shared.contains(provider)) {
                boolean fields = !(provider instanceof OAuthProvider);
                separated = (isShared || !forms.isEmpty()) && (fields || fieldsBefore);
                forms.add(provider.accept(this));
                fieldsBefore = fields;
            }
            index++;
        }
        return forms;
    }

    @Override
    public ProviderForm oauth(OAuthProvider provider) {
        var logo = provider.style().logo();
        var mark = new ProviderForm.Mark(
                Theme.isImage(logo) ? logo : null, provider.style().mark(), monogram(provider));
        return new ProviderForm(
                index,
                view.baseUrl() + "/signin/" + provider.id(),
                view.callbackUrl(),
                List.of(),
                new ProviderForm.Button(null, label(provider), mark),
                separated,
                null);
    }

    @Override
    public ProviderForm email(EmailProvider provider) {
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("type", "email");
        attributes.put("name", "email");
        attributes.put("placeholder", texts.get(locale, "signin.email.placeholder"));
        attributes.put("autocomplete", "email");
        attributes.put("required", "");
        attributes.put("autofocus", "");
        if (view.email() != null) attributes.put("value", view.email());
        var input = new Input(
                "input-email-for-" + provider.id() + "-provider", texts.get(locale, "signin.email.label"), attributes);
        return form(provider, "/signin/", "submitButton", List.of(input), null);
    }

    @Override
    public ProviderForm credentials(CredentialsProvider provider) {
        var inputs = inputs(provider, provider.credentials(), false);
        return form(provider, "/callback/", "submitButton", inputs, null);
    }

    @Override
    public ProviderForm webAuthn(WebAuthnProvider provider) {
        var inputs = inputs(provider, provider.formFields(), true);
        var ceremony = ceremony(provider, "signin.passkey.hint");
        return form(provider, "/callback/", "submitButton-" + provider.id(), inputs, ceremony);
    }

    /** @param hint for visitors who have no account yet */
    private ProviderForm.Ceremony ceremony(WebAuthnProvider provider, String hint) {
        boolean createsUsers = provider.allowsSignUp() && view.admitsNewUsers();
        return new ProviderForm.Ceremony(
                provider.id() + "-form",
                view.baseUrl() + "/webauthn-options/" + provider.id(),
                provider.enableConditionalUI() ? "on" : null,
                createsUsers ? texts.get(locale, hint) : null,
                texts.get(locale, "signin.passkey.cancelled"),
                texts.get(locale, "signin.passkey.known"),
                texts.get(locale, "signin.passkey.failed"),
                texts.get(locale, "signin.passkey.unsupported"));
    }

    private ProviderForm form(
            Provider provider,
            String route,
            String buttonId,
            List<Input> inputs,
            ProviderForm.@Nullable Ceremony ceremony) {
        return new ProviderForm(
                index,
                view.baseUrl() + route + provider.id(),
                null,
                inputs,
                new ProviderForm.Button(buttonId, label(provider), null),
                separated,
                ceremony);
    }

    private static List<Input> inputs(Provider provider, Map<String, CredentialInput> fields, boolean marked) {
        var inputs = new ArrayList<Input>();
        fields.forEach((name, field) -> {
            var attributes = new LinkedHashMap<String, String>();
            attributes.put("name", name);
            attributes.put("type", "text");
            attributes.put("placeholder", "");
            attributes.putAll(field.attributes());
            if (marked) attributes.put("data-form-field", "true");
            var label = attributes.getOrDefault("label", name);
            inputs.add(new Input("input-" + name + "-for-" + provider.id() + "-provider", label, attributes));
        });
        return inputs;
    }

    private String label(Provider provider) {
        return texts.get(locale, "signin.with", provider.name());
    }

    private static String monogram(Provider provider) {
        var name = provider.name();
        return name.isEmpty() ? "•" : new String(Character.toChars(name.codePointAt(0))).toUpperCase(Locale.ROOT);
    }
}
