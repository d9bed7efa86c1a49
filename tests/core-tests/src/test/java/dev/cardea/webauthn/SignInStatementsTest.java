package dev.cardea.webauthn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.webauthn.EveryMethodSite.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statements of every way to sign in, in their order: up, in with a session, and in without one. */
class SignInStatementsTest {
    private final InMemoryAdapter memory = new InMemoryAdapter();

    @Test
    void a_sign_in_with_database_sessions_sends_these_statements() {
        var probe = AdapterProbe.on(memory);
        assertThat(statements(probe, SessionOptions.database())).isEqualTo("""
            PROVIDER up: inUnit getUserByAccount getUserByEmail createUser linkAccount createSession
            PROVIDER again: getSessionAndUser getUser getSessionAndUser getSessionAndUser inUnit lockUser \
            getUserByAccount listAccountsByUserId keepsUnverifiedEmail updateAccount deleteSession \
            createSession
            PROVIDER anew: inUnit getUserByAccount listAccountsByUserId keepsUnverifiedEmail updateAccount \
            createSession
            EMAIL up: createVerificationToken useVerificationToken inUnit getUserByEmail createUser createSession
            EMAIL again: getSessionAndUser getUser getSessionAndUser createVerificationToken \
            useVerificationToken getSessionAndUser inUnit getUserByEmail deleteSession createSession
            EMAIL anew: createVerificationToken useVerificationToken inUnit getUserByEmail createSession
            CREDENTIALS up: getUser createSession
            CREDENTIALS again: getSessionAndUser getUser getUser deleteSession createSession
            CREDENTIALS anew: getUser createSession
            PASSKEY up: getUserByEmail markUsed getAuthenticator inUnit getUserByAccount getUserByEmail \
            createUser linkAccount createSession createAuthenticator updatePasskey
            PASSKEY again: getSessionAndUser listAuthenticatorsByUserId getPasskeySignIn markUsed \
            updatePasskeyUse getSessionAndUser inUnit lockUser getUserByAccount deleteSession \
            createSession
            PASSKEY anew: getPasskeySignIn markUsed updatePasskeyUse inUnit lockUser getUserByAccount \
            createSession
            """);
    }

    @Test
    void a_sign_in_with_tokens_sends_these_statements() {
        var probe = AdapterProbe.on(memory);
        assertThat(statements(probe, SessionOptions.jwt())).isEqualTo("""
            PROVIDER up: inUnit getUserByAccount getUserByEmail createUser linkAccount
            PROVIDER again: getUser getUser getUser inUnit lockUser getUserByAccount listAccountsByUserId \
            keepsUnverifiedEmail updateAccount
            PROVIDER anew: inUnit getUserByAccount listAccountsByUserId keepsUnverifiedEmail updateAccount
            EMAIL up: createVerificationToken useVerificationToken inUnit getUserByEmail createUser
            EMAIL again: getUser getUser createVerificationToken useVerificationToken getUser inUnit \
            getUserByEmail
            EMAIL anew: createVerificationToken useVerificationToken inUnit getUserByEmail
            CREDENTIALS up:
            CREDENTIALS again: getUser getUser
            CREDENTIALS anew:
            PASSKEY up: getUserByEmail markUsed getAuthenticator inUnit getUserByAccount getUserByEmail \
            createUser linkAccount createAuthenticator updatePasskey
            PASSKEY again: getUser listAuthenticatorsByUserId getPasskeySignIn markUsed updatePasskeyUse \
            getUser inUnit lockUser getUserByAccount
            PASSKEY anew: getPasskeySignIn markUsed updatePasskeyUse inUnit lockUser getUserByAccount
            """);
    }

    @Test
    void a_sign_in_without_units_of_work_sends_these_statements() {
        var probe = AdapterProbe.without(UnitOfWork.class, memory);
        assertThat(statements(probe, SessionOptions.database())).isEqualTo("""
            PROVIDER up: getUserByAccount getUserByEmail createUser linkAccount createSession
            PROVIDER again: getSessionAndUser getUser getSessionAndUser getSessionAndUser getUserByAccount \
            listAccountsByUserId keepsUnverifiedEmail updateAccount deleteSession createSession
            PROVIDER anew: getUserByAccount listAccountsByUserId keepsUnverifiedEmail updateAccount createSession
            EMAIL up: createVerificationToken useVerificationToken getUserByEmail createUser createSession
            EMAIL again: getSessionAndUser getUser getSessionAndUser createVerificationToken \
            useVerificationToken getSessionAndUser getUserByEmail deleteSession createSession
            EMAIL anew: createVerificationToken useVerificationToken getUserByEmail createSession
            CREDENTIALS up: getUser createSession
            CREDENTIALS again: getSessionAndUser getUser getUser deleteSession createSession
            CREDENTIALS anew: getUser createSession
            PASSKEY up: getUserByEmail markUsed getAuthenticator getUserByAccount getUserByEmail \
            createUser linkAccount createSession createAuthenticator updatePasskey getUser
            PASSKEY again: getSessionAndUser listAuthenticatorsByUserId getPasskeySignIn markUsed \
            updatePasskeyUse getSessionAndUser getUserByAccount deleteSession createSession getUser
            PASSKEY anew: getPasskeySignIn markUsed updatePasskeyUse getUserByAccount createSession getUser
            """);
    }

    private String statements(AdapterProbe probe, SessionOptions session) {
        var site = new EveryMethodSite(memory, probe.adapter(), session, c -> c);
        var all = new StringBuilder();
        for (var method : Method.values()) {
            var browser = site.site.browser();
            for (var what : List.of("up", "again", "anew")) {
                if (what.equals("anew")) browser.clearCookies();
                probe.forgetCalls();
                assertThat(site.signIn(method, browser)).isEqualTo(PasskeySite.APP + "/in");
                var calls = String.join(" ", probe.calls());
                all.append((method + " " + what + ": " + calls).strip()).append('\n');
            }
        }
        return all.toString();
    }
}
