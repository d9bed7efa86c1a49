package dev.cardea.accounts;

import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialInput;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The fields that users enter about themselves. Only these are taken from a body. */
record ProfileFields(Map<String, CredentialInput> declared) {
    /** A name, which users may leave out. */
    static final ProfileFields NAME =
            new ProfileFields(Map.of("name", new CredentialInput(Map.of("autocomplete", "name"))));

    private static final int MAX_LENGTH = 200;

    /** What a sign-up decides by itself, or what no visitor decides. */
    private static final Set<String> RESERVED = Set.of(
            "id",
            "email",
            "emailVerified",
            "image",
            "password",
            "current",
            "csrfToken",
            "callbackUrl",
            "do",
            "role",
            "roles");

    ProfileFields {
        declared = Collections.unmodifiableMap(new LinkedHashMap<>(declared));
    }

    /** @throws IllegalArgumentException for a name that visitors may not set */
    ProfileFields with(String name, CredentialInput input) {
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException(
                    "visitors can't set " + name + " when they sign up; choose another name");
        }
        var all = new LinkedHashMap<>(declared);
        all.put(name, input);
        return new ProfileFields(all);
    }

    /** Returns those that a request has: the form of an application may leave out others. */
    ProfileFields sentIn(AccountCall shown) {
        var sent = new LinkedHashMap<>(declared);
        sent.keySet().removeIf(name -> !shown.isSent(name));
        return new ProfileFields(sent);
    }

    /**
     * Returns the inputs of a form.
     *
     * @param values what is in each of them, by name
     */
    List<FormField> inputs(AccountCall shown, UnaryOperator<String> values) {
        return declared.entrySet().stream()
                .map(it -> input(shown, it.getKey(), it.getValue().attributes(), values.apply(it.getKey())))
                .toList();
    }

    private static FormField input(AccountCall shown, String name, Map<String, String> attributes, String value) {
        boolean isName = name.equals("name");
        return new FormField(
                name,
                attributes.getOrDefault("label", isName ? shown.text("accounts.name") : name),
                attributes.getOrDefault("type", "text"),
                attributes.getOrDefault("autocomplete", isName ? "name" : "on"),
                value,
                attributes.containsKey("required"),
                null,
                0,
                false);
    }

    /** Returns what is wrong with the entered fields; {@code null}: nothing. */
    @Nullable FormFault fault(AccountCall shown) {
        for (var field : declared.entrySet()) {
            var entered = shown.field(field.getKey());
            boolean isMissing =
                    entered.isBlank() && field.getValue().attributes().containsKey("required");
            if (isMissing || entered.length() > MAX_LENGTH) return shown.fault("FieldMissing", field.getKey(), "");
        }
        return null;
    }

    /** Returns the entered fields, as they are stored; those that were left empty are absent. */
    Claims entered(AccountCall shown) {
        var all = Claims.NONE;
        for (var name : declared.keySet()) {
            var value = AccountCall.storable(shown.field(name)).strip();
            if (!value.isEmpty()) all = all.with(name, value);
        }
        return all;
    }
}
