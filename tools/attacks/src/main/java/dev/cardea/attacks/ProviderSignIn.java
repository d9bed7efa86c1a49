package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A sign-in at a provider that development mode plays, up to the moment at which the browser comes back. */
final class ProviderSignIn {
    private final TargetSite site;
    private final DevelopmentPages pages;
    private final SiteProvider provider;
    private final String person;

    private ProviderSignIn(TargetSite site, DevelopmentPages pages, SiteProvider provider, String person) {
        this.site = site;
        this.pages = pages;
        this.provider = provider;
        this.person = person;
    }

    /**
     * A browser that comes back from the provider.
     *
     * @param parameters those of the authorization request
     * @param target the path and query of the answer; not sent yet
     */
    record Return(TestVisitor visitor, Map<String, String> parameters, String target) {}

    /**
     * Returns the sign-in at the first provider of these types, in their order, that is played and signs a user in, so that a rejection
     * has a meaning.
     *
     * @throws NotRunException where the site is not in development mode, or no sign-in succeeds
     */
    static ProviderSignIn of(Trial trial, String... types) throws IOException {
        var site = trial.site();
        var pages = DevelopmentPages.of(site);
        var wanted = List.of(types);
        var all = wanted.stream()
                .flatMap(
                        type -> site.providers().stream().filter(it -> it.type().equals(type)))
                .toList();
        if (all.isEmpty()) throw Trial.noTarget("the site has no provider of type " + String.join(" or ", wanted));
        for (var provider : all) {
            // The user of a person may have an account at another provider alone, which is not linked.
            for (var person : DevelopmentPages.PEOPLE) {
                var signIn = new ProviderSignIn(site, pages, provider, person.id());
                if (signIn.succeeds()) return signIn;
            }
        }
        throw Trial.notRun("no sign-in succeeded at a provider that development mode plays");
    }

    private boolean succeeds() throws IOException {
        return callback(List.of()).filter(Outcome::hasSession).isPresent();
    }

    /** Returns the sign-in of another person at the same provider. */
    ProviderSignIn as(String other) {
        return new ProviderSignIn(site, pages, provider, other);
    }

    /** Returns the account id of the person, which is the same at each provider that is played. */
    String person() {
        return person;
    }

    SiteProvider provider() {
        return provider;
    }

    /** Starts a sign-in in a new browser and approves it; empty if the provider does not send the browser back. */
    Optional<Return> comeBack() throws IOException {
        return comeBack(TestVisitor.of(site));
    }

    private Optional<Return> comeBack(TestVisitor visitor) throws IOException {
        var location = start(visitor);
        if (location.isEmpty()) return Optional.empty();
        var target = pages.approve(location.get(), person);
        if (target.isEmpty()) return Optional.empty();
        var code = DevelopmentPages.parameters(target.get()).getOrDefault("code", "");
        site.masks().add(code);
        return Optional.of(new Return(visitor, DevelopmentPages.parameters(location.get()), target.get()));
    }

    /** Approves an authorization request with these parameters; empty if the provider does not send the browser back. */
    Optional<String> approve(String location, Map<String, String> parameters) throws IOException {
        return pages.approve(location.split("\\?", 2)[0] + "?" + Form.encode(parameters), person);
    }

    /** As {@link #comeBack()}, where a sign-in succeeded before. */
    Return back() throws IOException {
        return back(TestVisitor.of(site));
    }

    Return back(TestVisitor visitor) throws IOException {
        return comeBack(visitor)
                .orElseThrow(() -> Trial.notRun("a sign-in at " + provider.id() + " could not be started"));
    }

    /** Starts a sign-in; the visitor then has its cookies. Returns where the browser is sent. */
    Optional<String> start(TestVisitor visitor) throws IOException {
        var action = Action.signIn(site, provider);
        return visitor.post(action.target(), action.fields()).destination();
    }

    /** Attempts a sign-in while the provider misbehaves, and notes a finding if it succeeds. */
    void attempt(Trial trial, String what, List<String> faults) throws IOException {
        var answer = callback(faults);
        if (answer.isPresent() && answer.get().hasSession()) {
            trial.found(answer.get().answer(), "a session, although " + what);
        }
    }

    /** The answer to a return, and whether the browser was signed in by it. */
    record Outcome(Answer answer, boolean hasSession) {}

    /** Signs in while the provider misbehaves; empty if it does not send the browser back. */
    Optional<Outcome> callback(List<String> faults) throws IOException {
        pages.on(faults);
        try {
            var back = comeBack();
            if (back.isEmpty()) return Optional.empty();
            var answer = back.get().visitor().send(Call.get(back.get().target()));
            return Optional.of(new Outcome(answer, endsSession(back.get().visitor())));
        } finally {
            pages.off(faults);
        }
    }

    /** Returns whether a visitor is signed in, and signs the visitor out so that no session stays. */
    boolean endsSession(TestVisitor visitor) throws IOException {
        boolean isSignedIn = visitor.isSignedIn();
        if (isSignedIn) visitor.signOut();
        return isSignedIn;
    }
}
