package dev.cardea.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A field of a form on the sign-in page: {@code label}, and the HTML attributes of the input.
 *
 * @param attributes such as {@code label}, {@code type}, {@code placeholder}, {@code autocomplete}, {@code value}
 */
public record CredentialInput(Map<String, String> attributes) {
    public CredentialInput {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    public static CredentialInput text(String label) {
        return new CredentialInput(Map.of("label", label));
    }

    public static CredentialInput password(String label) {
        return text(label).with("type", "password");
    }

    public CredentialInput with(String attribute, String value) {
        var all = new LinkedHashMap<>(attributes);
        all.put(attribute, value);
        return new CredentialInput(all);
    }
}
