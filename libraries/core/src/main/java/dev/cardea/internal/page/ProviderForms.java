package dev.cardea.internal.page;

import dev.cardea.internal.page.ProviderForm.Input;
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
import org.jspecify.annotations.Nullable;

/** The forms of the sign-in page, in the configured order. */
final class ProviderForms implements Provider.Cases<ProviderForm> {
    private final SignInView view;
    private final Texts texts;
    private final Locale locale;
    private boolean separated;

    ProviderForms(SignInView view, Texts texts, Locale locale) {
        this.view = view;
        this.texts = texts;
        this.locale = locale;
    }

    /** A line separates a form with fields from its neighbours. */
    List<ProviderForm> all() {
        var forms = new ArrayList<ProviderForm>();
        boolean fieldsBefore = false;
        for (var provider : view.providers()) {
            boolean fields = !(provider instanceof OAuthProvider);
            separated = !forms.isEmpty() && (fields || fieldsBefore);
            forms.add(provider.accept(this));
            fieldsBefore = fields;
        }
        return forms;
    }

    @Override
    public ProviderForm oauth(OAuthProvider provider) {
        var logo = provider.style().logo();
        var mark = new ProviderForm.Mark(Theme.isImage(logo) ? logo : null, monogram(provider));
        return new ProviderForm(
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
        return form(provider, "/callback/", "submitButton-" + provider.id(), inputs, ceremony(provider));
    }

    private ProviderForm.Ceremony ceremony(WebAuthnProvider provider) {
        return new ProviderForm.Ceremony(
                provider.id() + "-form",
                view.baseUrl() + "/webauthn-options/" + provider.id(),
                provider.enableConditionalUI() ? "on" : null,
                provider.allowsSignUp() ? texts.get(locale, "signin.passkey.hint") : null,
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
