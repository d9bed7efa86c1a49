package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** Sign-in links to one mailbox, which are read in the inbox of development mode. Closing deletes its user. */
final class SignInLinks implements AutoCloseable {
    private final TargetSite site;
    private final DevelopmentPages pages;
    private final SiteProvider provider;
    private final String address;
    private boolean isConfirmed;

    private SignInLinks(TargetSite site, DevelopmentPages pages, SiteProvider provider, String address) {
        this.site = site;
        this.pages = pages;
        this.provider = provider;
        this.address = address;
    }

    /**
     * Returns the links to a mailbox, one of which signed a user in and out, so that a rejection has a meaning.
     *
     * @param address no user has it but those of attacks
     */
    static SignInLinks to(Trial trial, String address) throws IOException {
        var site = trial.site();
        var provider = provider(site);
        var links = new SignInLinks(site, DevelopmentPages.of(site), provider, address);
        var visitor = TestVisitor.of(site);
        var target = links.request(visitor);
        // A page in place of a redirect asks for a confirmation.
        links.isConfirmed = visitor.send(Call.get(target)).status() == 200;
        if (links.isConfirmed) visitor.send(links.redemption(visitor, target));
        if (!visitor.isSignedIn()) {
            links.close();
            throw Trial.notRun("a sign-in link did not sign in");
        }
        visitor.signOut();
        return links;
    }

    /** @throws NoTargetException where the site sends no links */
    static SiteProvider provider(TargetSite site) {
        return site.provider("email").orElseThrow(() -> Trial.noTarget("the site has no provider of type email"));
    }

    /** Returns the post that requests a mail to an address. */
    static Call post(TargetSite site, TestVisitor visitor, SiteProvider provider, String address) {
        return visitor.form(site.route("/signin/" + Form.encodeComponent(provider.id())), Map.of("email", address));
    }

    /** Requests a link in the browser of a visitor, and returns its path and query. */
    String request(TestVisitor visitor) throws IOException {
        return request(visitor, post(site, visitor, provider, address));
    }

    /** As above, by another form that sends the mail. */
    String request(TestVisitor visitor, Call form) throws IOException {
        long before = newest(pages);
        visitor.send(form);
        var target = received(pages, before, address);
        if (target.isEmpty()) {
            close();
            throw Trial.notRun("no sign-in mail arrived in the inbox of development mode");
        }
        Optional.ofNullable(DevelopmentPages.parameters(target.get()).get("token"))
                .ifPresent(site.masks()::add);
        return target.get();
    }

    /** Returns the path and query of the link in the mail to an address that came after another one; empty if none came. */
    static Optional<String> received(DevelopmentPages pages, long before, String address) throws IOException {
        return pages.mails().stream()
                .filter(it -> it.id() > before && it.to().equals(address))
                .findFirst()
                .map(DevelopmentPages.Mail::url)
                .flatMap(WebUrl::parse)
                .map(WebUrl::target);
    }

    /**
     * Requests a code in the browser of a visitor, and returns the path and query of its link.
     *
     * @throws NoTargetException where the built-in page has no field for a code
     */
    String requestCode(TestVisitor visitor) throws IOException {
        var target = request(visitor);
        var page = visitor.send(
                Call.get(site.route("/verify-request?type=email&provider=" + Form.encodeComponent(provider.id()))));
        if (page.text().contains("one-time-code")) return target;
        throw Trial.noTarget("the site sends no codes, or has its own page for them");
    }

    /** Returns the id of the newest mail in the inbox; 0 if it is empty. */
    static long newest(DevelopmentPages pages) throws IOException {
        return pages.mails().stream()
                .map(DevelopmentPages.Mail::id)
                .max(Comparator.naturalOrder())
                .orElse(0L);
    }

    /** Returns the request that redeems a link: the link itself, or the form by which a visitor confirms it. */
    Call redemption(TestVisitor visitor, String target) {
        if (!isConfirmed) return Call.get(target);
        return visitor.form(target.split("\\?", 2)[0], DevelopmentPages.parameters(target));
    }

    String address() {
        return address;
    }

    /** Deletes the user of the mailbox, so that its next mail makes a new one. */
    void deleteUser() throws IOException {
        pages.deleteUser(address);
    }

    @Override
    public void close() throws IOException {
        deleteUser();
    }
}
