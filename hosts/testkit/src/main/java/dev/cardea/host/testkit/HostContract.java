package dev.cardea.host.testkit;

import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The promises of a host. The host is started once, around an application with these pages, each written as is usual
 * with that framework:
 * <table> <caption>pages</caption>
 * <tr><td>below {@code /auth}</td><td>{@link Application#auth}</td></tr>
 * <tr><td>{@code GET /open}</td><td>{@link Application#open} as {@code text/plain}; the session is kept alive</td></tr>
 * <tr><td>{@code GET /me}</td><td>{@link Application#me} as {@code application/json}, with the session as the host
 * passes it to pages, and a cookie {@code seen} of the application</td></tr>
 * <tr><td>{@code GET /settings}</td><td>{@link Application#settings} as {@code text/plain}, called where a page may block;
 * not with {@link HostLimit#NO_ACCOUNTS}</td></tr>
 * <tr><td>{@code GET /cached}</td><td>{@link Application#open} as {@code text/plain}, with {@code Cache-Control:}
 * {@link Application#PUBLIC}</td></tr>
 * <tr><td>{@code GET /slow}</td><td>{@link Application#slow} as {@code text/plain}, called where a page may
 * block</td></tr>
 * <tr><td>{@code GET /health}</td><td>{@link Application#health} as {@code text/plain}, called where a page may block;
 * not if the framework has its own health check ({@link Telemetry})</td></tr>
 * <tr><td>any method on {@code /admin}, {@code /admin/x}, {@code /account}</td><td>{@link Application#inside} as
 * {@code text/plain} in UTF-8, behind {@link Application#PROTECTED}</td></tr>
 * <tr><td>{@code POST /do/sign-in}</td><td>a sign-in from code with {@link Application#signIn}; the redirect is
 * sent</td></tr>
 * <tr><td>{@code POST /do/sign-out}</td><td>a sign-out from code with {@link Application#signOut}; the redirect is
 * sent</td></tr>
 * <tr><td>{@code POST /do/update}</td><td>an update from code with {@link Application#update}; {@link Application#me}
 * of the result</td></tr>
 * </table>
 *
 * <p>The last three receive the query as it was sent. The host must accept and send headers of 32 KB.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HostContract
        implements RoutesContract,
                MessageContract,
                OriginContract,
                SessionContract,
                RenewalContract,
                ProtectionContract,
                PathContract,
                HandlerContract,
                WrapperContract,
                FailureContract,
                CrowdContract,
                AccountsContract,
                SecondFactorContract,
                UserAdminContract,
                MonitoringContract,
                AttackContract {
    /**
     * Many of these tests cause errors on purpose. A strong reference, because the logger would forget its level
     * otherwise.
     */
    private static final Logger LOG = Logger.getLogger("dev.cardea");

    private static int running;

    private final Site site = new Site();
    private @Nullable ServedSite served;

    /** Serves the application on a free port of 127.0.0.1. */
    protected abstract ServedSite start(Application application) throws Exception;

    /** Returns what this host cannot do; empty unless overridden. */
    @Override
    public Set<HostLimit> limits() {
        return Set.of();
    }

    @Override
    public @Nullable Telemetry telemetry() {
        return served == null ? null : served.telemetry();
    }

    @BeforeAll
    void startHost() throws Exception {
        count(1);
        served = start(new Application(site.auth(), site.gate::pass));
        site.isAt(served.port());
    }

    @AfterAll
    void stopHost() throws Exception {
        count(-1);
        if (served != null) served.stop().close();
    }

    /** Nothing is logged while a host of this process runs. */
    private static synchronized void count(int change) {
        running += change;
        LOG.setLevel(running == 0 ? null : Level.OFF);
    }

    @BeforeEach
    void startAnew() {
        site.reset();
    }

    @Override
    public Site site() {
        return site;
    }
}
