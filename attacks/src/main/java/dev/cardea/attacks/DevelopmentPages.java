package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages of a site in development mode. There a run chooses who signs in at a provider, and how that provider
 * misbehaves.
 */
final class DevelopmentPages {
    private static final String PATH = "/_cardea";
    private static final String MARK = "Cardea-Development";

    /** Those of the people of development mode who have a verified address and a name, without a file: member first. */
    static final List<String> PEOPLE = List.of("1002", "1001");

    private final Site site;

    private DevelopmentPages(Site site) {
        this.site = site;
    }

    /** @throws NotRunException where the site is not in development mode */
    static DevelopmentPages of(Site site) throws IOException {
        var answer = site.send(own(Call.get(PATH + "/inbox.json")));
        if (answer.status() == 200 && isIn(answer)) return new DevelopmentPages(site);
        throw Trial.notRun("the site is not in development mode, whose providers misbehave on command");
    }

    /** Returns whether an answer is that of a site in development mode. */
    static boolean isIn(Answer answer) {
        return answer.header(MARK).isPresent();
    }

    /** Makes the providers misbehave until {@link #off}. */
    void on(List<String> faults) throws IOException {
        for (var fault : faults) act("/faults", Map.of("fault", fault, "on", "always"));
    }

    /** Ends these faults. Those that the developer chose stay. */
    void off(List<String> faults) throws IOException {
        for (var fault : faults) act("/faults", Map.of("off", fault));
    }

    /**
     * Approves an authorization request as a person of development mode.
     *
     * @param location where the site sent the browser
     * @param person one of {@link #PEOPLE}
     * @return the path and query with which the browser comes back; empty if it does not
     */
    Optional<String> approve(String location, String person) throws IOException {
        var page = page(location);
        if (page.isEmpty()) return Optional.empty();
        Map<String, String> form = new LinkedHashMap<>(parameters(location));
        form.put("person", person);
        var answer = act(page.get(), form);
        return answer.header("location").flatMap(WebUrl::parse).map(WebUrl::target);
    }

    /** Returns the parameters of an authorization request. */
    static Map<String, String> parameters(String location) {
        int mark = location.indexOf('?');
        return mark < 0 ? Map.of() : Form.decode(location.substring(mark + 1));
    }

    /** Returns the page of a provider that is played here, below {@value #PATH}; empty for any other address. */
    private Optional<String> page(String location) {
        var path = location.startsWith(site.origin())
                ? location.substring(site.origin().length())
                : location;
        if (!path.startsWith(PATH + "/authorize/")) return Optional.empty();
        return Optional.of(path.substring(PATH.length()).split("\\?", 2)[0]);
    }

    private Answer act(String page, Map<String, String> form) throws IOException {
        return site.send(own(Call.post(PATH + page, form)));
    }

    /** Development mode answers requests that the browser reports as same-origin. A program sends that header itself. */
    private static Call own(Call call) {
        return call.header("Sec-Fetch-Site", "same-origin");
    }
}
