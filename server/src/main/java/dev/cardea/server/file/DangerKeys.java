package dev.cardea.server.file;

import dev.cardea.AuthConfig;

/** The group {@code danger}: what removes a protection. */
final class DangerKeys {
    static final Key KEY = Key.group(
            "danger",
            "Settings that remove a protection.",
            Key.flag("skipCSRFCheck", "false", "Turns off the CSRF check of POST requests."),
            Key.flag("allowHttpIssuers", "false", "Allows providers over plain http beyond this machine."),
            Key.flag("allowHttpHooks", "false", "Allows hooks over plain http beyond this machine."));

    private DangerKeys() {}

    /** Returns whether hooks may be called over plain http beyond this machine. */
    static boolean read(Section file, AuthConfig.Builder config) {
        var allowHttpHooks = new boolean[1];
        file.section("danger", section -> {
            if (section.flag("skipCSRFCheck").orElse(false)) config.danger().skipCsrfCheck();
            if (section.flag("allowHttpIssuers").orElse(false)) config.danger().allowHttpIssuers();
            allowHttpHooks[0] = section.flag("allowHttpHooks").orElse(false);
        });
        return allowHttpHooks[0];
    }
}
