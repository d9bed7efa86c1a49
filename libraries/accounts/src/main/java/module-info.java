/** Lets users sign up, sign in with passwords and second factors, and manage their account. */
@SuppressWarnings("requires-automatic")
module dev.cardea.accounts {
    requires transitive dev.cardea;
    requires transitive dev.cardea.password;
    requires static transitive org.jspecify;
    requires com.eatthepath.otp;
    requires io.nayuki.qrcodegen;

    exports dev.cardea.accounts;
}
