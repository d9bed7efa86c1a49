package dev.cardea.action;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Action or further route, and the second segment of a path. The path is compared as it was sent, not decoded, so a guard
 * and this router agree. Empty segments are skipped, but not in front of the name of a {@link ProxyRoute}.
 *
 * @param action {@code null} for a route that a module adds
 * @param route {@code null} for an action
 */
record RoutePath(
        @Nullable AuthAction action,
        @Nullable Route route,
        @Nullable String segment) {
    /** @param routes those that modules add, by name */
    static RoutePath parse(String path, String basePath, Map<String, Route> routes) {
        if (!path.startsWith(basePath)) throw unknown();
        String rest = path.substring(basePath.length());
        if (!rest.startsWith("/")) throw unknown();
        var segments = segments(rest);
        if (!segments.isEmpty() && routes.get(segments.get(0)) instanceof ProxyRoute route) {
            // A proxy that hides these routes by their path may not join slashes.
            if (rest.startsWith("//")) throw unknown();
            return new RoutePath(null, route, behind(segments.get(0), rest));
        }
        if (segments.isEmpty() || segments.size() > 2) throw unknown();
        var second = segments.size() == 1 ? null : segments.get(1);
        var route = routes.get(segments.get(0));
        if (route != null) {
            if (second != null && !route.takesSegment()) throw unknown();
            return new RoutePath(null, route, second);
        }
        var action = AuthAction.parse(segments.get(0)).orElseThrow(RoutePath::unknown);
        if (second == null) return new RoutePath(action, null, null);
        if (!action.takesProvider()) throw unknown();
        return new RoutePath(action, null, second.equals("undefined") ? null : second);
    }

    /** All that follows the first segment and its slash; {@code null} if nothing does. */
    private static @Nullable String behind(String first, String rest) {
        int end = rest.indexOf(first) + first.length() + 1;
        return end >= rest.length() ? null : rest.substring(end);
    }

    /** Whether a reverse proxy asks about another request, whose method and body it may repeat. */
    boolean isForProxies() {
        return route instanceof ProxyRoute;
    }

    boolean takes(String method) {
        if (isForProxies()) return true;
        return route == null
                ? method.equals("GET") || method.equals("POST")
                : route.methods().contains(method);
    }

    private static List<String> segments(String rest) {
        var segments = new ArrayList<String>();
        for (String segment : rest.split("/", -1)) if (!segment.isEmpty()) segments.add(segment);
        return segments;
    }

    private static BadRequestException unknown() {
        return new BadRequestException("no such action");
    }
}
