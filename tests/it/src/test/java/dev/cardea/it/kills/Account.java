package dev.cardea.it.kills;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** A browser of a visitor with a password, and the forms of its account. */
record Account(Visitor visitor) {
    /** The line of the server's file. */
    static final String LINE = "accounts: { contextWords: [acme] }";

    static final String PASSWORD = "seven copper lanterns drifting";
    static final String OTHER = "nine quiet harbours at dawn";

    static Account of(Site site, String address) {
        return new Account(new Visitor(site.servers, address));
    }

    /** An account whose mailbox is proven. */
    static Account signedUp(Site site, String address) throws IOException {
        var account = of(site, address);
        account.signsUp(PASSWORD);
        if (!account.types(site.mails.code(address))) throw new IOException(address + " can't sign up");
        return account;
    }

    /** Another browser of the same person. */
    Account again(Site site) {
        return of(site, address());
    }

    String address() {
        return visitor.address;
    }

    HttpResponse<String> signsUp(String password) throws IOException {
        return post("signup", Map.of("email", address(), "password", password, "name", "Ann"));
    }

    HttpResponse<String> forgets() throws IOException {
        return post("forgot", Map.of("email", address()));
    }

    HttpResponse<String> enters(String password) throws IOException {
        return post("callback/password", Map.of("email", address(), "password", password));
    }

    boolean signsIn(String password) throws IOException {
        enters(password);
        return visitor.session() != null;
    }

    /** Another browser whose user has given the password, and waits for the second step. */
    Account waiting(Site site) throws IOException {
        var waiting = again(site);
        var to = Visitor.location(waiting.enters(PASSWORD));
        if (!to.contains("/auth/factor")) throw new IOException(address() + " is asked for no second step: " + to);
        return waiting;
    }

    /** Returns whether the second step signs the visitor in. */
    boolean proves(String method, String code) throws IOException {
        post("factor", Map.of("do", method, "code", code));
        return visitor.session() != null;
    }

    HttpResponse<String> sends(String code) throws IOException {
        return post("callback/nodemailer", Map.of("email", address(), "token", code));
    }

    boolean types(String code) throws IOException {
        sends(code);
        return visitor.session() != null;
    }

    /** Posts to a page of the account, and returns where it leads, or its status. */
    String changes(String page, Map<String, String> fields) throws IOException {
        return Visitor.location(post("account/" + page, fields));
    }

    HttpResponse<String> post(String route, Map<String, String> fields) throws IOException {
        var all = new HashMap<>(fields);
        all.put("csrfToken", visitor.csrf());
        return visitor.post("/auth/" + route, all);
    }
}
