package dev.cardea.internal.config;

import dev.cardea.action.AuthAction;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeRoute;
import dev.cardea.error.ErrorType;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the routes that modules add: no name is used twice, and no route of Cardea is replaced. */
final class RouteCheck {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    /** The methods of RFC 9110 and RFC 5789 that a page or a program can send to a route. */
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private RouteCheck() {}

    static void check(Draft config, ConfigReport report) {
        var names = new HashSet<String>();
        for (var route : config.routes) {
            var name = route.name();
            if (!NAME.matcher(name).matches()) {
                error(report, name, "isn't the name of a route; use lowercase letters, digits and hyphens");
            } else if (AuthAction.isAuthAction(name) || OwnRoute.NAMES.contains(name)) {
                error(report, name, "is a route of Cardea; choose another name");
            } else if (!names.add(name)) {
                error(report, name, "is the name of two routes; choose another name for one of them");
            }
            methods(route, report);
            cache(route, report);
            mode(route, report);
        }
    }

    private static void mode(Route route, ConfigReport report) {
        if (!(route instanceof BridgeRoute ofBridge) || ofBridge.mode() != BridgeMode.FORWARD) return;
        error(report, route.name(), "can't have the mode FORWARD, in which any browser reaches it; choose ACT or READ");
    }

    private static void methods(Route route, ConfigReport report) {
        if (route.isForProxies()) return;
        if (!route.methods().isEmpty() && METHODS.containsAll(route.methods())) return;
        error(report, route.name(), "must have methods out of " + String.join(", ", METHODS));
    }

    private static void cache(Route route, ConfigReport report) {
        if (route.cachedFor() == null) return;
        if (route.csrf() == CsrfRule.NONE && route.methods().equals(Set.of("GET"))) return;
        error(report, route.name(), "can only be cached with CsrfRule.NONE and if it allows nothing but GET");
    }

    private static void error(ConfigReport report, String name, String problem) {
        report.error(ErrorType.INVALID_CONFIGURATION, "route", "\"" + name.replaceAll("[^ -~]", "?") + "\" " + problem);
    }
}
