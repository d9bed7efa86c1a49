/** Checks and hashes passwords for credentials providers. */
module dev.cardea.password {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;
    requires org.bouncycastle.provider;

    exports dev.cardea.password;
}
