package dev.cardea.attacks;

import java.io.IOException;

/**
 * A user with a password, who exists until this is closed: the one that the caller gave, who stays, or the one of
 * development mode without a file.
 */
final class PasswordUser implements AutoCloseable {
    private final String name;
    private final Removal removal;

    /** Removes what the run has added. */
    private interface Removal {
        void run() throws IOException;
    }

    private PasswordUser(String name, Removal removal) {
        this.name = name;
        this.removal = removal;
    }

    /**
     * Returns the user, who was signed in and out once.
     *
     * @throws NotRunException where no user was given, and the site is not in development mode
     */
    static PasswordUser of(Trial trial) throws IOException {
        var site = trial.site();
        var given = site.login();
        if (given.isPresent()) {
            TestUser.of(trial);
            return new PasswordUser(given.get().name(), () -> {});
        }
        if (!DevelopmentPages.isIn(trial.send(Call.get(site.route("/providers"))))) {
            throw Trial.notRun("no test user was given, whose name exists");
        }
        var login = DevelopmentPages.LOGIN;
        var pages = DevelopmentPages.of(site);
        boolean isThere = pages.userId(login.name()).isPresent();
        var user = new PasswordUser(login.name(), isThere ? () -> {} : () -> pages.deleteUser(login.name()));
        TestUser.of(site, login);
        return user;
    }

    /** Returns the name to sign in with. */
    String name() {
        return name;
    }

    @Override
    public void close() throws IOException {
        removal.run();
    }
}
