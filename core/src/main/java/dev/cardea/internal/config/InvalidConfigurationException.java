package dev.cardea.internal.config;

import dev.cardea.config.PagesOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.provider.Theme;
import dev.cardea.recorder.RecorderOptions;
import dev.cardea.text.Texts;
import java.util.List;

/** A configuration that failed its checks, with what is needed to say so on a page. */
public final class InvalidConfigurationException extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    private final transient ErrorPageSettings pageSettings;

    /** What the refused configuration said about its looks, its log and its recorder. */
    public record ErrorPageSettings(
            String basePath,
            PagesOptions pages,
            Theme theme,
            Texts texts,
            AuthLogger logger,
            RecorderOptions recorder) {
        public static final ErrorPageSettings DEFAULT = new ErrorPageSettings(
                "/auth", PagesOptions.NONE, Theme.DEFAULT, Texts.DEFAULT, AuthLogger.DEFAULT, RecorderOptions.DEFAULT);
    }

    public InvalidConfigurationException(List<Finding> findings, ErrorPageSettings look) {
        super(findings);
        this.pageSettings = look;
    }

    public ErrorPageSettings pageSettings() {
        return pageSettings;
    }
}
