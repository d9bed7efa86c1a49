package dev.cardea.host.quarkus.app;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.examples.guides.AdminRule;
import dev.cardea.examples.guides.AuditLog;
import dev.cardea.examples.guides.Invitations;
import dev.cardea.examples.guides.PayoutRule;
import dev.cardea.examples.guides.StaffOnly;
import dev.cardea.examples.guides.Tenants;
import dev.cardea.examples.guides.TokenRoles;
import dev.cardea.examples.guides.Workspaces;
import dev.cardea.hook.Callbacks;
import dev.cardea.model.User;
import dev.cardea.password.PasswordCheck;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.Google;
import dev.cardea.webauthn.Passkey;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The producers of the guides about users and sessions; an application has one of them. */
final class GuideSites {
    private GuideSites() {}

    /** Returns the role of a user, from a table of the application. */
    interface Roles {
        String of(User user);
    }

    /** Returns the plan of a user. */
    interface Plans {
        Object of(User user);
    }

    /** The users of the application and their hashes. */
    interface People {
        Optional<PasswordCheck.StoredUser> byName(String name);

        void keepHash(User user, String hash);
    }

    /** The configuration of each tenant. */
    record TenantConfigs(AuthConfig blue, AuthConfig green, AuthConfig other) {}

    static class Rule {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(
                    AuthConfig.builder().env(env).provider(Google.provider()).callbacks(AdminRule.callbacks()));
        }
        // end
    }

    static class Fields {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, Plans plans) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(Google.provider())
                    .callbacks(Callbacks.DEFAULT.show("plan", plans::of)));
        }
        // end
    }

    static class TokenRole {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, Roles roles) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(Google.provider())
                    .callbacks(TokenRoles.callbacks(roles::of)));
        }
        // end
    }

    static class Length {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store) {
            var session = SessionOptions.database().maxAge(Duration.ofHours(8)).updateAge(Duration.ofMinutes(30));
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(Google.provider())
                    .adapter(store)
                    .session(session));
        }
        // end
    }

    static class LongSessions {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(Google.provider())
                    .adapter(store)
                    .session(SessionOptions.database().maxAge(Duration.ofDays(90))));
        }
        // end
    }

    static class Limit {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(Google.provider())
                    .adapter(store)
                    .session(SessionOptions.revocable().absoluteAge(Duration.ofHours(12))));
        }
        // end
    }

    static class Staff {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(
                    AuthConfig.builder().env(env).provider(Google.provider()).callbacks(StaffOnly.callbacks()));
        }
        // end
    }

    static class InvitedUsers {
        // sample
        @Produces
        @Singleton
        Invitations invitations() {
            return new Invitations();
        }

        @Produces
        @Singleton
        Auth auth(Env env, Invitations invitations) {
            return Auth.of(
                    AuthConfig.builder().env(env).provider(Google.provider()).callbacks(invitations.callbacks()));
        }
        // end
    }

    static class Log {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, DataSource dataSource) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(Google.provider())
                    .events(new AuditLog(dataSource, Clock.systemUTC())));
        }
        // end
    }

    static class Workspace {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(
                    AuthConfig.builder().env(env).provider(Google.provider()).callbacks(Workspaces.callbacks()));
        }
        // end
    }

    static class LinkedAccounts {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            var google = Google.provider().danger().allowDangerousEmailAccountLinkingOfVerified();
            return Auth.of(AuthConfig.builder().env(env).provider(google));
        }
        // end
    }

    static class WithPasswords {
        // sample
        @Produces
        @Singleton
        Passwords passwords() {
            return Passwords.standard();
        }

        @Produces
        @Singleton
        Auth auth(Env env, Passwords passwords, People people) {
            var credentials = CredentialsProvider.of(
                            passwords.check(people::byName).whenOutdated(people::keepHash))
                    .field("username", CredentialInput.text("User"))
                    .field("password", CredentialInput.password("Password"));
            return Auth.of(AuthConfig.builder().env(env).provider(credentials).session(SessionOptions.jwt()));
        }
        // end
    }

    static class WithAccounts {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store, EmailProvider email) {
            return Auth.of(
                    AuthConfig.builder().env(env).adapter(store).provider(email).extension(UserAccounts.standard()));
        }
        // end
    }

    static class WithPayouts {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store, EmailProvider email) {
            var accounts = UserAccounts.standard();
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .adapter(store)
                    .provider(email)
                    .extension(accounts)
                    .callbacks(PayoutRule.callbacks(accounts)));
        }
        // end
    }

    static class WithPasskeys {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store) {
            return Auth.of(AuthConfig.builder().env(env).adapter(store).provider(Passkey.provider()));
        }
        // end
    }

    static class ThreeMethods {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env, JdbcAdapter store, EmailProvider email) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .adapter(store)
                    .provider(Google.provider())
                    .provider(email)
                    .provider(Passkey.provider()));
        }
        // end
    }

    static class WithOwnProvider {
        // sample
        @Produces
        @Singleton
        Auth auth(Env env) {
            return Auth.of(AuthConfig.builder()
                    .env(env)
                    .provider(OAuthProvider.oidc("acme", "Acme", "https://id.acme.example")));
        }
        // end
    }

    static class ByHost {
        // sample
        @Produces
        @Singleton
        Auth auth(TenantConfigs tenants) {
            return Tenants.auth(
                    Map.of("blue.example", tenants.blue(), "green.example", tenants.green()), tenants.other());
        }
        // end
    }
}
