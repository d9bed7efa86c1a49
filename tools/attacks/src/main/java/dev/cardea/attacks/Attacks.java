package dev.cardea.attacks;

import dev.cardea.attacks.Result.Outcome;
import dev.cardea.http.WebUrl;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Attacks your own site, as it is deployed, and reports which defences are off. Each setting returns a copy;
 * immutable.
 *
 * <pre>{@code
 * var report = Attacks.against("http://localhost:3000").protectedPath("/account").run();
 * assertThat(report.findings()).as(report.describe()).isEmpty();
 * }</pre>
 *
 * <p>A site on this machine is attacked at full speed. Any other site must prove first that it knows the secret that was
 * given, and then gets at most 5 requests a second and 3,000 in all. The anonymous attacks create no users and change no
 * rows. Those of the other groups sign in as the test user or as a person of development mode, and sign out again. Users
 * of development mode who were not there before a run are deleted after it.
 */
public final class Attacks {
    private final String address;
    private final TargetSite.Facts facts;
    private final Selection selection;
    private final Consumer<Result> progress;

    private Attacks(String address, TargetSite.Facts facts, Selection selection, Consumer<Result> progress) {
        this.address = address;
        this.facts = facts;
        this.selection = selection;
        this.progress = progress;
    }

    /**
     * Prepares a run against a site.
     *
     * @param address an http or https URL: the origin, or with the base path of the routes where it is neither
     *     {@code /auth} nor {@code /api/auth}
     */
    public static Attacks against(String address) {
        return new Attacks(address, TargetSite.Facts.NONE, Selection.USUAL, result -> {});
    }

    /** Returns all attacks, in the order of their ids. */
    public static List<Attack> all() {
        return AttackCatalog.ALL.stream().map(AttackCase::attack).toList();
    }

    /** Sets the secret of the site ({@code AUTH_SECRET}): the proof for a site that is not on this machine. */
    public Attacks secrets(Secrets secrets) {
        return with(facts.secrets(secrets));
    }

    /** Adds a page that only signed-in visitors may see, such as {@code /account}. */
    public Attacks protectedPath(String path) {
        if (!path.startsWith("/") || path.length() < 2) {
            throw new IllegalArgumentException("a protected path begins with a slash and is not the root: " + path);
        }
        return with(facts.protectedPath(path));
    }

    /**
     * Sets a test user, who signs in by the site's provider of type credentials. Without this call the account group
     * signs in as a person of development mode.
     *
     * @param name what the fields {@code username} and {@code email} get
     * @param password what the field {@code password} gets; masked in reports
     */
    public Attacks user(String name, String password) {
        return with(facts.login(new UsernamePassword(name, password)));
    }

    /**
     * Sets which groups run. Without this call it is all of them, but for a site with https that is not on this machine
     * the anonymous one alone.
     */
    public Attacks groups(Group first, Group... more) {
        return with(selection.groups(EnumSet.of(first, more)));
    }

    /**
     * Runs these attacks alone.
     *
     * @throws IllegalArgumentException if there is no attack with such an id
     */
    public Attacks only(String... ids) {
        var known = all().stream().map(Attack::id).toList();
        for (var id : ids) {
            if (!known.contains(id)) throw new IllegalArgumentException("there is no attack " + id);
        }
        return with(selection.only(Set.copyOf(List.of(ids))));
    }

    /** Sets what hears each result as soon as it is there, on the thread that runs. */
    public Attacks progress(Consumer<Result> progress) {
        return new Attacks(address, facts, selection, progress);
    }

    /** Tries one in so many of the addresses and secrets of long attacks, for tests that run many times. */
    Attacks sample(int share) {
        return with(selection.oneIn(share));
    }

    private Attacks with(TargetSite.Facts changed) {
        return new Attacks(address, changed, selection, progress);
    }

    private Attacks with(Selection changed) {
        return new Attacks(address, facts, changed, progress);
    }

    /**
     * Runs the attacks on this thread, one after another.
     *
     * @throws NotYourSiteException if the site is neither on this machine nor knows the secret; nothing but the question
     *     was sent
     * @throws IllegalArgumentException if the address is not an http or https URL, or no routes of Cardea are there
     * @throws UncheckedIOException if the site does not answer
     */
    public Report run() {
        var url = WebUrl.parse(address)
                .filter(it -> it.query() == null)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the address must be an http or https URL, such as http://localhost:3000"));
        try {
            return run(url);
        } catch (IOException e) {
            throw new UncheckedIOException(url.origin() + " isn't responding: " + e.getMessage(), e);
        }
    }

    private Report run(WebUrl url) throws IOException {
        var host = url.host().replaceAll("[\\[\\]]", "");
        var machine = InetAddress.getByName(host);
        boolean isHere = machine.isLoopbackAddress();
        var pace = isHere ? Pace.ofThisMachine() : Pace.ofOtherMachines();
        var connection = new TargetSite.Connection(url, new Wire(url, machine), pace, new Masks());
        var discovery = new SiteDiscovery(connection);
        if (facts.secrets() != null) facts.secrets().all().forEach(connection.masks()::add);
        if (!isHere) new Ownership(connection, Clock.systemUTC()).require(facts.secrets(), discovery.basePaths());
        var site = discovery
                .site(facts)
                .orElseThrow(() -> new IllegalArgumentException("no Cardea routes found at " + url.origin()
                        + discovery.basePaths() + "; include the base path in the URL"));
        var chosen = selection.groupsFor(isHere || !site.isHttps());
        var cleanup = PeopleCleanup.of(site, chosen);
        List<Result> results;
        try {
            results = results(site, chosen);
        } finally {
            cleanup.ifPresent(PeopleCleanup::deleteUsers);
        }
        return new Report(url.origin(), pace.sent(), results);
    }

    private List<Result> results(TargetSite site, Set<Group> chosen) {
        List<Result> results = new ArrayList<>();
        for (var each : AttackCatalog.RUN) {
            if (!selection.has(each.attack())) continue;
            var result = chosen.contains(each.attack().group())
                    ? run(each, new Trial(each.attack(), site, chosen, selection.oneIn()))
                    : notRun(each, "the group " + each.attack().group().label() + " was not chosen");
            results.add(result);
            progress.accept(result);
        }
        results.sort(Comparator.comparing(result -> result.attack().id()));
        return results;
    }

    private static Result run(AttackCase each, Trial trial) {
        long start = System.nanoTime();
        var outcome = Outcome.REJECTED;
        var reason = "";
        try {
            each.attempt().run(trial);
        } catch (NoTargetException e) {
            outcome = Outcome.NO_TARGET;
            reason = String.valueOf(e.getMessage());
        } catch (NotRunException e) {
            outcome = Outcome.NOT_RUN;
            reason = String.valueOf(e.getMessage());
        } catch (IOException e) {
            outcome = Outcome.NOT_RUN;
            reason = "the site could not be reached: " + e.getMessage();
        }
        if (!trial.findings().isEmpty()) {
            outcome = Outcome.SUCCEEDED;
            reason = "";
        }
        var took = Duration.ofNanos(System.nanoTime() - start);
        return new Result(each.attack(), outcome, reason, trial.findings(), trial.further(), took);
    }

    private static Result notRun(AttackCase each, String reason) {
        return new Result(each.attack(), Outcome.NOT_RUN, reason, List.of(), 0, Duration.ZERO);
    }
}
