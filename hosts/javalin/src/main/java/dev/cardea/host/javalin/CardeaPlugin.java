package dev.cardea.host.javalin;

import dev.cardea.Accounts;
import dev.cardea.Auth;
import dev.cardea.Passkeys;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.servlet.CardeaFilter;
import dev.cardea.model.Session;
import io.javalin.config.JavalinState;
import io.javalin.http.Context;
import io.javalin.plugin.Plugin;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.FilterHolder;

/**
 * Serves the routes, protects pages, and gives handlers the session. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * Javalin.create(config -> {
 *     config.registerPlugin(CardeaPlugin.of(auth).protect("/admin/*"));
 *     config.routes.get("/", ctx -> ctx.result(CardeaPlugin.session(ctx).map(s -> s.user().name()).orElse("Who are you?")));
 * });
 * }</pre>
 *
 * <p>It runs before Javalin as a servlet filter, and raises the header limit for a session of four cookies.
 */
public final class CardeaPlugin extends Plugin<Void> {
    private static final int LARGE_SESSION = 32 * 1024;

    private final CardeaFilter filter;

    private CardeaPlugin(CardeaFilter filter) {
        this.filter = filter;
    }

    public static CardeaPlugin of(Auth auth) {
        return new CardeaPlugin(CardeaFilter.of(auth));
    }

    /** Returns a copy that guards these paths: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaPlugin protect(String... paths) {
        return new CardeaPlugin(filter.protect(paths));
    }

    @Override
    public String name() {
        return "cardea";
    }

    @Override
    public void onInitialize(JavalinState state) {
        state.jetty.modifyHttpConfiguration(http -> {
            http.setRequestHeaderSize(LARGE_SESSION);
            http.setResponseHeaderSize(LARGE_SESSION);
        });
        state.jetty.modifyServletContextHandler(
                context -> context.addFilter(new FilterHolder(filter), "/*", EnumSet.allOf(DispatcherType.class)));
    }

    /** See {@link Cardea#session}. */
    public static Optional<Session> session(Context ctx) {
        return Cardea.session(ctx.req());
    }

    /** See {@link Cardea#accounts}. */
    public static Optional<Accounts> accounts(Context ctx) {
        return Cardea.accounts(ctx.req());
    }

    /** See {@link Cardea#passkeys}. */
    public static Optional<Passkeys> passkeys(Context ctx) {
        return Cardea.passkeys(ctx.req());
    }

    /** See {@link Cardea#isSameOrigin}. */
    public static boolean isSameOrigin(Context ctx) {
        return Cardea.isSameOrigin(ctx.req());
    }

    /** See {@link Cardea#signIn}. */
    public static void signIn(Context ctx, SignIn signIn) {
        Cardea.signIn(ctx.req(), ctx.res(), signIn);
    }

    /** See {@link Cardea#signOut}. */
    public static void signOut(Context ctx, SignOut signOut) {
        Cardea.signOut(ctx.req(), ctx.res(), signOut);
    }

    /** See {@link Cardea#signInWithoutRedirect}. */
    public static Redirect signInWithoutRedirect(Context ctx, SignIn signIn) {
        return Cardea.signInWithoutRedirect(ctx.req(), ctx.res(), signIn);
    }

    /** See {@link Cardea#signOutWithoutRedirect}. */
    public static Redirect signOutWithoutRedirect(Context ctx, SignOut signOut) {
        return Cardea.signOutWithoutRedirect(ctx.req(), ctx.res(), signOut);
    }

    /** See {@link Cardea#unstableUpdate}. */
    public static Optional<Session> unstableUpdate(Context ctx, Session data) {
        return Cardea.unstableUpdate(ctx.req(), ctx.res(), data);
    }
}
