package dev.cardea.it;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;

/** The authenticator that a browser under test pretends to have; its owner is always there. */
final class VirtualAuthenticator {
    private final CDPSession session;
    private final String id;

    private VirtualAuthenticator(CDPSession session, String id) {
        this.session = session;
        this.id = id;
    }

    /** One that is built in, and keeps its passkeys. */
    static VirtualAuthenticator in(Page page) {
        return in(page, "internal", true);
    }

    /** A security key on USB, without user verification and without resident keys. */
    static VirtualAuthenticator securityKeyIn(Page page) {
        return in(page, "usb", false);
    }

    private static VirtualAuthenticator in(Page page, String transport, boolean isSmart) {
        var session = page.context().newCDPSession(page);
        session.send("WebAuthn.enable", new JsonObject());
        var options = new JsonObject();
        options.addProperty("protocol", "ctap2");
        options.addProperty("transport", transport);
        options.addProperty("hasResidentKey", isSmart);
        options.addProperty("hasUserVerification", isSmart);
        options.addProperty("isUserVerified", isSmart);
        options.addProperty("automaticPresenceSimulation", true);
        var wanted = new JsonObject();
        wanted.add("options", options);
        var made = session.send("WebAuthn.addVirtualAuthenticator", wanted);
        return new VirtualAuthenticator(session, made.get("authenticatorId").getAsString());
    }

    /** Whether it recognises its owner from now on. */
    void recognises(boolean owner) {
        session.send("WebAuthn.setUserVerified", with("isUserVerified", owner));
    }

    /** How many passkeys it holds. */
    int count() {
        return session.send("WebAuthn.getCredentials", with())
                .getAsJsonArray("credentials")
                .size();
    }

    void isTakenAway() {
        session.send("WebAuthn.removeVirtualAuthenticator", with());
    }

    void forgetAll() {
        session.send("WebAuthn.clearCredentials", with());
    }

    private JsonObject with(String name, boolean value) {
        var message = with();
        message.addProperty(name, value);
        return message;
    }

    private JsonObject with() {
        var message = new JsonObject();
        message.addProperty("authenticatorId", id);
        return message;
    }
}
