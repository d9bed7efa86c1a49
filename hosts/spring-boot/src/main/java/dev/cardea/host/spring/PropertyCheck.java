package dev.cardea.host.spring;

import dev.cardea.provider.EmailProvider;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.ClassUtils;

/** Fails the start of an application in which a property requires a part that is absent. */
record PropertyCheck(CardeaProperties properties, boolean migrates, boolean hasAccounts, ListableBeanFactory beans)
        implements SmartInitializingSingleton {
    private static final String MAIL_SENDER = "org.springframework.mail.javamail.JavaMailSender";
    private static final String JDBC_ADAPTER = "dev.cardea.adapter.jdbc.JdbcAdapter";
    private static final String ACCOUNTS = "dev.cardea.accounts.UserAccounts";
    private static final String PASSKEY = "dev.cardea.webauthn.Passkey";

    void require() {
        if (properties.passkeys() && !isPresent(PASSKEY)) {
            throw new InvalidSetupException(
                    "cardea.passkeys is true, and dev.cardea:cardea-webauthn is not on the class path.",
                    "Add the dependency dev.cardea:cardea-webauthn, or remove cardea.passkeys.");
        }
        if (hasAccounts) requireAccounts();
        if (properties.email().from() != null && !sendsMail()) {
            throw new InvalidSetupException(
                    "cardea.email.from is set, and there is neither a JavaMailSender nor an EmailProvider to send"
                            + " sign-in links with.",
                    "Add spring-boot-starter-mail and set spring.mail.host, or declare a bean of type EmailProvider.");
        }
        requireTables();
    }

    private void requireAccounts() {
        if (!isPresent(ACCOUNTS)) {
            throw new InvalidSetupException(
                    "cardea.accounts is on, and dev.cardea:cardea-accounts is not on the class path.",
                    "Add the dependency dev.cardea:cardea-accounts, or remove cardea.accounts.");
        }
        if (hasBean(ACCOUNTS)) {
            throw new InvalidSetupException(
                    "cardea.accounts is on, and there is a bean of type UserAccounts, which may differ from it.",
                    "Remove the bean, or remove cardea.accounts and add yours with a CardeaCustomizer.");
        }
    }

    /** The only property that is in force where the application has its own configuration, for the bean of its store. */
    @Override
    public void afterSingletonsInstantiated() {
        requireTables();
    }

    private void requireTables() {
        if (migrates && !hasBean(JDBC_ADAPTER)) {
            throw new InvalidSetupException(
                    "cardea.jdbc.migrate-on-start is true, and no bean of type JdbcAdapter is declared.",
                    "Add dev.cardea:cardea-adapter-jdbc and set spring.datasource.url, declare your own store as a bean"
                            + " of type JdbcAdapter, or remove cardea.jdbc.migrate-on-start.");
        }
    }

    private boolean sendsMail() {
        return hasBean(MAIL_SENDER) || beans.getBeanNamesForType(EmailProvider.class, true, false).length > 0;
    }

    private boolean hasBean(String type) {
        return isPresent(type)
                && beans.getBeanNamesForType(ClassUtils.resolveClassName(type, null), true, false).length > 0;
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, null);
    }
}
