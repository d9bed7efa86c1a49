package dev.cardea.internal.config;

import dev.cardea.config.PagesOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.module.ObserverModule;
import dev.cardea.provider.Theme;
import dev.cardea.text.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A configuration that failed its checks, with what is needed to say so on a page. */
public final class InvalidConfigurationException extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    private final transient ErrorPageSettings pageSettings;

    /** What the refused configuration said about its looks, its log and its observers. */
    public record ErrorPageSettings(
            SitePaths paths,
            SiteName siteName,
            PagesOptions pages,
            Theme theme,
            Texts texts,
            AuthLogger logger,
            List<ObserverModule.Options> observerOptions) {
        public static final ErrorPageSettings DEFAULT = new ErrorPageSettings(
                SitePaths.DEFAULT,
                new SiteName(null),
                PagesOptions.NONE,
                Theme.DEFAULT,
                Texts.DEFAULT,
                AuthLogger.DEFAULT,
                List.of());

        /** Returns these settings in an application that its framework serves below a path. */
        public ErrorPageSettings at(String contextPath) {
            return new ErrorPageSettings(paths.at(contextPath), siteName, pages, theme, texts, logger, observerOptions);
        }

        /** Returns the application's error page as browsers use it; {@code null} if it has none. */
        public @Nullable String errorPage() {
            return paths.pages(pages).error();
        }
    }

    public InvalidConfigurationException(List<Finding> findings, ErrorPageSettings look) {
        super(findings);
        this.pageSettings = look;
    }

    public ErrorPageSettings pageSettings() {
        return pageSettings;
    }
}
