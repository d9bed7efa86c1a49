package dev.cardea.server.file;

import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks what may be a secret in the addresses of a text: the password before the host, and the value of each parameter.
 * The parameters with a value that helps an operator and is never secret are listed; a name that is not known is masked.
 */
final class MaskedAddresses {
    private static final Pattern USER_INFO = Pattern.compile("(://[^/@:\\s]*:)[^/\\s]*@");
    private static final Pattern WEB_USER = Pattern.compile("(?i)(https?://)[^/@\\s]*@");
    private static final Pattern PARAMETER = Pattern.compile("([?&;])([^=&;?#\\s]+)=([^&;#\\s]*)");

    /** Of drivers, mail servers and stores, in lower case and without underscores. */
    private static final Set<String> PLAIN = Set.of(
            "allowpublickeyretrieval",
            "applicationname",
            "authsource",
            "cache",
            "channelbinding",
            "characterencoding",
            "connectionlimit",
            "connecttimeout",
            "currentschema",
            "dbclosedelay",
            "dbcloseonexit",
            "directconnection",
            "journalmode",
            "keyspace",
            "localdatacenter",
            "logintimeout",
            "mode",
            "pgbouncer",
            "pooltimeout",
            "preparethreshold",
            "readpreference",
            "region",
            "replicaset",
            "retrywrites",
            "schema",
            "servertimezone",
            "sockettimeout",
            "ssl",
            "sslaccept",
            "sslmode",
            "sslrootcert",
            "statementcachesize",
            "tcpkeepalive",
            "timeout",
            "tls",
            "usessl",
            "w",
            "writedelay");

    private MaskedAddresses() {}

    static String in(String text) {
        var masked = USER_INFO.matcher(text).replaceAll("$1***@");
        masked = WEB_USER.matcher(masked).replaceAll("$1***@");
        return PARAMETER.matcher(masked).replaceAll(MaskedAddresses::parameter);
    }

    private static String parameter(MatchResult found) {
        var name = found.group(2).toLowerCase(Locale.ROOT).replace("_", "");
        var value = PLAIN.contains(name) || found.group(3).isEmpty() ? found.group(3) : "***";
        return Matcher.quoteReplacement(found.group(1) + found.group(2) + "=" + value);
    }
}
