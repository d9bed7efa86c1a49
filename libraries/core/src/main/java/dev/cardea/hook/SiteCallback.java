package dev.cardea.hook;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A callback that runs in the process of the site's own server, to which Cardea sends it over the network. A site that reads
 * its tokens itself runs it without asking Cardea; any other callback of sessions runs here only, so the site asks Cardea.
 *
 * @param <P> the callback's parameters
 * @param <R> what it returns
 */
@FunctionalInterface
public interface SiteCallback<P, R extends @Nullable Object> extends Function<P, R> {}
