package dev.cardea.hooks;

import dev.cardea.action.OriginPattern;
import dev.cardea.http.WebUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the application listens, and for what. Immutable; each method that sets returns a changed copy.
 *
 * <p>Unless {@link #callbacks} and {@link #events} name them, the application says itself which callbacks and events it
 * has: it answers a signed {@code describe}.
 */
public final class HookSettings {
    /** The callbacks that an application may answer. */
    public static final List<String> CALLBACKS = List.of(
            "signIn",
            "signUp",
            "secondFactor",
            "redirect",
            "jwt",
            "session",
            "authorized",
            "authorize",
            "profile",
            "account",
            "sendVerificationRequest",
            "generateVerificationToken",
            "sendMail");
    /** The events that an application may get. */
    public static final List<String> EVENTS = List.of(
            "createUser",
            "updateUser",
            "linkAccount",
            "session",
            "signIn",
            "signOut",
            "signInFailed",
            "sessionEnded",
            "accountChanged");
    /** They happen once for each account, and what their handlers prepare is read by the first page. */
    public static final Set<String> AWAITED = Set.of("createUser", "linkAccount");

    private @Nullable String url;
    private String path = "/auth/hooks";
    private List<OriginPattern> origins = List.of();
    private Map<String, String> headers = Map.of();
    private @Nullable Set<String> callbacks;
    private @Nullable Set<String> events;
    private Set<String> awaited = AWAITED;
    private Duration timeout = Duration.ofSeconds(3);
    private Duration startPeriod = Duration.ZERO;
    private boolean allowHttp;
    private int maxCalls = 64;
    private Supplier<Optional<String>> requestId = Optional::empty;
    private Function<String, Optional<String>> traceparent = hook -> Optional.empty();

    private HookSettings() {}

    private HookSettings(HookSettings from) {
        url = from.url;
        path = from.path;
        origins = from.origins;
        headers = from.headers;
        callbacks = from.callbacks;
        events = from.events;
        awaited = from.awaited;
        timeout = from.timeout;
        startPeriod = from.startPeriod;
        allowHttp = from.allowHttp;
        maxCalls = from.maxCalls;
        requestId = from.requestId;
        traceparent = from.traceparent;
    }

    /**
     * An application at one address.
     *
     * @param url where it answers hooks, such as {@code https://app.example/auth/hooks}: {@code /callbacks/…}, {@code
     *     /events/…} and {@code /describe} are put behind it; {@code null} if its variable is not set
     * @throws IllegalArgumentException if the address is malformed or missing
     */
    public static HookSettings at(@Nullable String url) {
        return new HookSettings().url(url);
    }

    /**
     * Deployments of an application at the origins that signed calls over the bridge assert. Name the origins with {@link
     * #origins}.
     *
     * @param path where each of them answers hooks, such as {@code /auth/hooks}
     */
    public static HookSettings below(String path) {
        return new HookSettings().with(s -> s.path = trimmed(path));
    }

    /** Where the deployments at {@link #origins} answer hooks; {@code /auth/hooks} unless set. */
    public HookSettings path(String path) {
        return with(s -> s.path = trimmed(path));
    }

    /**
     * The application for requests whose origin {@link #origins} does not list.
     *
     * @param url as of {@link #at}
     * @throws IllegalArgumentException if the address is malformed or missing
     */
    public HookSettings url(@Nullable String url) {
        if (url == null || WebUrl.parse(url).isEmpty()) {
            throw new IllegalArgumentException(
                    "the hooks have no URL: set it to where the application receives them, such as "
                            + "https://app.example/auth/hooks, not "
                            + (url == null ? "null" : '"' + url + '"'));
        }
        return with(s -> s.url = trimmed(url));
    }

    /**
     * Returns whether {@link #url} may be plain http beyond this machine, such as on a private network of containers;
     * not unless set. Passwords and sessions then travel unencrypted.
     */
    public HookSettings allowHttp(boolean allowed) {
        return with(s -> s.allowHttp = allowed);
    }

    /**
     * Sets the origins at which deployments receive the hooks of their own requests.
     *
     * @param some such as {@code https://preview.example}, or {@code https://*-team.preview.example}, where one star in the
     *     first label stands for letters, digits and hyphens
     * @throws IllegalArgumentException where one is no such pattern
     */
    public HookSettings origins(Collection<String> some) {
        return with(s -> s.origins = some.stream().map(OriginPattern::parse).toList());
    }

    /** Headers that are sent with each hook, such as the value that passes the protection of a preview deployment. */
    public HookSettings headers(Map<String, String> some) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(some);
        return with(s -> s.headers = Collections.unmodifiableMap(all));
    }

    /**
     * The callbacks that are asked; others are decided by default. {@code null}: those that the application describes.
     */
    public HookSettings callbacks(@Nullable Collection<String> names) {
        return with(s -> s.callbacks = names == null ? null : Set.copyOf(names));
    }

    /** The events that are sent. {@code null}: those that the application describes. */
    public HookSettings events(@Nullable Collection<String> names) {
        return with(s -> s.events = names == null ? null : Set.copyOf(names));
    }

    /** The events that are delivered before the visitor is answered; {@link #AWAITED} unless set. */
    public HookSettings awaited(Collection<String> names) {
        return with(s -> s.awaited = Set.copyOf(names));
    }

    /** Of one call; 3 seconds unless set. */
    public HookSettings timeout(Duration most) {
        return with(s -> s.timeout = most);
    }

    /**
     * How long an application may take to answer for the first time before the log has a warning; none unless set.
     * Sign-ins answer 503 in the meantime, as always.
     */
    public HookSettings startPeriod(Duration most) {
        return with(s -> s.startPeriod = most);
    }

    /** @throws IllegalArgumentException where calls would travel unencrypted beyond this machine */
    void requireEncryption() {
        if (url == null || allowHttp) return;
        if (WebUrl.parse(url).filter(it -> it.isHttps() || it.isLoopback()).isPresent()) return;
        throw new IllegalArgumentException("the hooks would be sent over plain http to " + url
                + ", with passwords and sessions; use https, or allowHttp(true) on a private network");
    }

    /** Calls in progress at a time; 64 unless set. Further calls wait for one to end, within their timeout. */
    public HookSettings maxCalls(int most) {
        if (most < 1) throw new IllegalArgumentException("maxCalls must be at least 1");
        return with(s -> s.maxCalls = most);
    }

    /**
     * Names the request that this thread answers. The calls that it causes carry the name as {@code X-Request-Id}, so that
     * the logs of both sides can be joined. The name must match {@code [A-Za-z0-9._-]{1,64}}.
     */
    public HookSettings requestId(Supplier<Optional<String>> current) {
        return with(s -> s.requestId = current);
    }

    /**
     * Names the trace of a call that this thread's request causes. The call carries it as {@code traceparent} (W3C Trace
     * Context), so that the spans of the application join those of the request. Each try of an event carries the same.
     *
     * @param current takes the name of the hook, such as {@code callbacks/jwt} or {@code events/signIn}
     */
    public HookSettings traceparent(Function<String, Optional<String>> current) {
        return with(s -> s.traceparent = current);
    }

    /** Without a slash at its end. */
    public @Nullable String url() {
        return url;
    }

    String path() {
        return path;
    }

    List<OriginPattern> origins() {
        return origins;
    }

    Map<String, String> headers() {
        return headers;
    }

    public @Nullable Set<String> callbacks() {
        return callbacks;
    }

    public @Nullable Set<String> events() {
        return events;
    }

    public Set<String> awaited() {
        return awaited;
    }

    public Duration timeout() {
        return timeout;
    }

    Duration startPeriod() {
        return startPeriod;
    }

    Supplier<Optional<String>> requestId() {
        return requestId;
    }

    Function<String, Optional<String>> traceparent() {
        return traceparent;
    }

    public int maxCalls() {
        return maxCalls;
    }

    private HookSettings with(Consumer<HookSettings> change) {
        var copy = new HookSettings(this);
        change.accept(copy);
        return copy;
    }

    private static String trimmed(String address) {
        var rest = address;
        while (rest.endsWith("/")) rest = rest.substring(0, rest.length() - 1);
        return rest;
    }

    /** The names of the first list that the second lacks, sorted. */
    static List<String> missing(Collection<String> wanted, Collection<String> present) {
        var all = new ArrayList<String>();
        for (var name : wanted) if (!present.contains(name)) all.add(name);
        Collections.sort(all);
        return all;
    }
}
