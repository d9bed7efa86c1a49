package dev.cardea.internal.engine;

import dev.cardea.adapter.Store;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.AdministeredChange;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.json.Claims;
import dev.cardea.module.SignInStep;
import dev.cardea.module.SiteContext;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A site without a request. */
record AdministeredSite(Site site, Store store, AdministeredChange change, EventPublisher publisher)
        implements SiteContext {
    @Override
    public Clock clock() {
        return site.settings().clock;
    }

    @Override
    public Optional<String> baseUrl() {
        return site.settings()
                .address
                .origin()
                .map(origin -> origin + site.paths().basePath());
    }

    @Override
    public Optional<SignInStep> signInStep() {
        return Optional.ofNullable(site.settings().signInStep);
    }

    @Override
    public boolean endSessions(String userId, Consumer<Store> changed) {
        return change.run(userId, changed);
    }

    @Override
    public void publishAccountChange(String kind, @Nullable String userId, Claims details) {
        publisher.accountChanged(kind, userId, details);
    }

    /** Its parts have the secrets of the configuration. */
    @Override
    public String toString() {
        return "AdministeredSite";
    }
}
