package dev.cardea;

import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.provider.Theme;
import dev.cardea.text.Texts;
import java.util.List;

/** A configuration that failed its checks, with what is needed to say so on a page. */
final class RefusedConfiguration extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    private final transient Look look;

    /** What the refused configuration said about its looks. */
    record Look(String basePath, PagesOptions pages, Theme theme, Texts texts, AuthLogger logger) {
        static final Look DEFAULT =
                new Look("/auth", PagesOptions.NONE, Theme.DEFAULT, Texts.DEFAULT, AuthLogger.DEFAULT);
    }

    RefusedConfiguration(List<Finding> findings, Look look) {
        super(findings);
        this.look = look;
    }

    Look look() {
        return look;
    }
}
