package dev.cardea.examples.docs;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Provider;
import dev.cardea.webauthn.Passkey;
import java.util.ArrayList;
import java.util.List;

/** Sign-in with passkeys, and the page on which people manage theirs. */
public final class PasskeyPage {
    private PasskeyPage() {}

    public static Auth configuration(Adapter adapter) {
        // sample
        var auth = Auth.of(AuthConfig.builder()
                .adapter(adapter)
                .provider(Passkey.provider())
                .build());
        // end
        return auth;
    }

    public static Provider strict() {
        // sample
        var passkeys = Passkey.provider()
                .rpId("example.com") // for a site at login.example.com
                .signUp(false) // passkeys are added by users who are signed in
                .accepts(passkey -> passkey.userVerified() && passkey.backupEligible());
        // end
        return passkeys;
    }

    public static List<String> list(Auth auth, Request request) {
        var lines = new ArrayList<String>();
        // sample
        for (var passkey : auth.passkeys(request).orElseThrow().list()) {
            lines.add(passkey.name() + ", last used " + passkey.lastUsedAt());
        }
        // end
        return lines;
    }

    public static Response change(Auth auth, Request request, String id) {
        var mine = auth.passkeys(request).orElseThrow();
        // sample
        mine.rename(id, "Laptop");
        return switch (mine.delete(id)) {
            case REMOVED, NOT_LINKED -> Response.redirect("/settings");
            case LAST_SIGN_IN_METHOD -> Response.of(409, "text/plain", "Add another way to sign in first.");
        };
        // end
    }

    public static String signals(Auth auth, Request request) {
        // sample
        var signals = auth.passkeys(request).orElseThrow().signals().toJson();
        // end
        return signals;
    }
}
