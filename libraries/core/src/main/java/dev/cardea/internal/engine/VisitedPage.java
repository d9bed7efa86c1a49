package dev.cardea.internal.engine;

import dev.cardea.adapter.Store;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.Site;
import dev.cardea.model.Login;
import dev.cardea.module.PageRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A page of the application, and the visitor who asks for it.
 *
 * @param stored {@code null} where there is no store
 * @param origin of the visitor's request, as far as it is trusted
 * @param page differs from the visitor's request if a framework forwards it
 * @param reading asks the store who is signed in
 */
record VisitedPage(
        Site site, @Nullable Store stored, Supplier<String> origin, Request page, Supplier<Optional<Login>> reading)
        implements PageRequest {
    @Override
    public Optional<Login> login() {
        return reading.get();
    }

    @Override
    public Store store() {
        if (stored != null) return stored;
        throw new ConfigurationException(ErrorType.MISSING_ADAPTER, "accounts need an adapter; set adapter");
    }

    @Override
    public Instant now() {
        return site.settings().clock.instant();
    }

    @Override
    public String baseUrl() {
        return origin.get() + site.paths().basePath();
    }

    @Override
    public String url() {
        return origin.get() + WebUrl.escape(site.paths().asSent(page).target());
    }

    @Override
    public boolean opensPage() {
        return page.method().equals("GET") && ForbiddenResponder.acceptsPage(page);
    }

    /** Its parts have what a visitor sent. */
    @Override
    public String toString() {
        return "VisitedPage";
    }
}
