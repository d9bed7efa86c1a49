package dev.cardea;

import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.flow.Csrf;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Turnstile;
import dev.cardea.session.Telling;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One configuration at work: browsers' requests here, calls of the site's server and of code in the rooms next to it. */
final class Engine {
    final AuthConfig config;
    final Entrance entrance;
    final Rooms rooms;
    final Turnstile turnstile;
    final PageActions pages;
    private final @Nullable String transportSecurity;
    private final Csrf csrf;
    private final Csrf unchecked;
    private final Bridge bridge;
    private final Operations operations;

    /**
     * @param byRequest the configuration came out of a function of the request, so its providers are nobody's choice here
     * @param counter counts tries unless the configuration names somebody
     */
    Engine(AuthConfig config, boolean byRequest, RateLimiter counter) {
        this.config = config;
        entrance = new Entrance(config);
        turnstile = new Turnstile(
                config.rateLimits,
                counter,
                config.secret,
                error -> new Telling(config.events, config.logger).log(error));
        rooms = new Rooms(config, byRequest, (mailbox, request) -> turnstile.mail(mailbox, entrance.client(request)));
        pages = new PageActions(config);
        transportSecurity = config.transportSecurity();
        csrf = new Csrf(config.secret, config.randomness, config.skipCsrfCheck, config.allowCrossSitePosts);
        unchecked = new Csrf(config.secret, config.randomness, true, true);
        bridge = new Bridge(this);
        operations = new Operations(this);
    }

    Operations operations() {
        return operations;
    }

    Response handle(Request http) {
        var answer =
                http.headers().has(BridgeSigner.HEADER) ? bridge.answer(http) : browser(http, entrance::enter, false);
        return transportSecurity == null
                ? answer
                : answer.headers(answer.headers().set("Strict-Transport-Security", transportSecurity));
    }

    /**
     * @param entry the way in
     * @param isSigned whether a signed call asserted the origin
     */
    Response browser(Request http, Function<Request, Entrance.Entered> entry, boolean isSigned) {
        Entrance.Entered entered;
        try {
            entered = entry.apply(http);
        } catch (BadRequestException e) {
            rooms.telling().log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return Answers.badRequest();
        } catch (ConfigurationException e) {
            return BrokenConfiguration.of(e, config).answer(http);
        }
        var act = new Act(this, entered, csrf, false);
        try {
            return Answers.write(
                    within(entered, isSigned, act::dispatch), entered.request().returnsRedirect());
        } catch (RuntimeException e) {
            return new Failure(config, entered.request(), rooms.telling()).answer(e, act.failureCookies());
        }
    }

    /** @throws AuthException where the request is refused */
    InternalResponse raw(Request http) {
        try {
            var entered = entrance.enter(http);
            return within(entered, false, () -> new Act(this, entered, csrf, false).dispatch());
        } catch (BadRequestException e) {
            rooms.telling().log(new AuthException(ErrorType.UNKNOWN_ACTION, e.getMessage()));
            return InternalResponse.json(400, "Bad request.", List.of());
        } catch (AuthException e) {
            rooms.telling().log(e);
            throw e;
        }
    }

    /** Handles a request so that an application in another process knows for which of its sites. */
    <T> T within(Entrance.Entered entered, boolean isSigned, Supplier<T> handling) {
        return config.application.during(entered.request().origin(), isSigned, handling);
    }

    /** For whom the caller vouches: no token is asked for. */
    Act actOfCode(Entrance.Entered entered) {
        return new Act(this, entered, unchecked, true);
    }
}
