package dev.cardea.fuzz;

import dev.cardea.hooks.HookAnswerTarget;
import dev.cardea.webauthn.CborTarget;

/** The targets, by the name of their folder in the corpus. */
enum Target {
    FORM(FormTarget.class, FormTarget::fuzzerTestOneInput),
    URL(UrlTarget.class, UrlTarget::fuzzerTestOneInput),
    COOKIE(CookieTarget.class, CookieTarget::fuzzerTestOneInput),
    JWE(JweTarget.class, JweTarget::fuzzerTestOneInput),
    JSON(JsonTarget.class, JsonTarget::fuzzerTestOneInput),
    CBOR(CborTarget.class, CborTarget::fuzzerTestOneInput),
    HOOK(HookAnswerTarget.class, HookAnswerTarget::fuzzerTestOneInput),
    EMAIL(EmailTarget.class, EmailTarget::fuzzerTestOneInput),
    YAML(YamlTarget.class, YamlTarget::fuzzerTestOneInput);

    interface Input {
        void take(byte[] data) throws Exception;
    }

    final Class<?> type;
    final Input input;

    Target(Class<?> type, Input input) {
        this.type = type;
        this.input = input;
    }

    String folder() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
