package dev.cardea.server.http;

import dev.cardea.hooks.Hooks;
import dev.cardea.http.HttpHandler;
import dev.cardea.server.log.RequestLog;
import org.jspecify.annotations.Nullable;

/**
 * One configuration as it is served. A request is answered by one deployment from its beginning to its end.
 *
 * @param routes everything that is answered
 * @param hooks whose events are sent after the response
 * @param requests gives each request its id, and logs it
 */
public record Deployment(HttpHandler routes, @Nullable Hooks hooks, RequestLog requests) {}
