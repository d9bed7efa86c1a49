/** Lets users sign up, sign in with passwords, and reset them. */
module dev.cardea.accounts {
    requires transitive dev.cardea;
    requires transitive dev.cardea.password;
    requires static transitive org.jspecify;

    exports dev.cardea.accounts;
}
