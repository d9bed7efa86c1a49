/** Sends sign-in mails by SMTP. */
module dev.cardea.mail {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;
    requires jakarta.mail;

    exports dev.cardea.mail;
}
