package dev.cardea.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a database as applications in JavaScript have it in {@code DATABASE_URL}, with Prisma's parameters. A
 * parameter that is not known is refused, as leaving it out could weaken the connection.
 *
 * @param url for JDBC
 * @param poolSize connections at most
 * @param poolTimeout milliseconds
 * @param schema in which the tables are, where the address cannot say so
 */
record ApplicationUrl(
        String url,
        @Nullable String user,
        @Nullable String password,
        @Nullable Long poolSize,
        @Nullable Long poolTimeout,
        @Nullable String schema) {
    private static final Pattern POSTGRES = Pattern.compile("postgres(ql)?://.*", Pattern.DOTALL);
    private static final Pattern MYSQL = Pattern.compile("mysql://.*", Pattern.DOTALL);
    private static final Pattern FILE = Pattern.compile("file:.*", Pattern.DOTALL);
    private static final Pattern ACCELERATE = Pattern.compile("prisma(\\+postgres)?://.*", Pattern.DOTALL);
    private static final Pattern SERVER = Pattern.compile(
            "[a-z]+://(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>[^@/?#\\s]+)/(?<name>[^/?#\\s]+)(?:\\?(?<query>[^#]*))?");
    private static final long MAX_TIMEOUT = 600_000;
    private static final long MIN_TIMEOUT = 250;

    /** Whether the text is spelled as such applications do, good or not. */
    static boolean isOne(String text) {
        return POSTGRES.matcher(text).matches()
                || MYSQL.matcher(text).matches()
                || FILE.matcher(text).matches()
                || ACCELERATE.matcher(text).matches();
    }

    /** @throws IllegalArgumentException for an invalid address; the message omits its password */
    static ApplicationUrl of(String text) {
        if (ACCELERATE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "is a Prisma Accelerate URL, which only works with Prisma; use the database's own URL, such "
                            + "as postgresql://user:password@host:5432/people");
        }
        if (FILE.matcher(text).matches()) return file(text.substring("file:".length()));
        boolean postgres = POSTGRES.matcher(text).matches();
        var parts = SERVER.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("isn't a database URL; write "
                    + (postgres ? "postgresql" : "mysql") + "://user:password@host/people, with %40 for @ and %2F for /"
                    + " in the password");
        }
        var parameters = new Parameters(parts.group("query"));
        var query = postgres ? postgres(parameters) : mysql(parameters);
        var schema = postgres ? schema(parameters, query) : null;
        var url = (postgres ? "jdbc:postgresql://" : "jdbc:mariadb://") + parts.group("host") + "/"
                + parts.group("name") + write(query);
        return create(url, parts, parameters, schema);
    }

    private static ApplicationUrl create(String url, Matcher parts, Parameters parameters, @Nullable String schema) {
        var size = parameters.number("connection_limit", 1, 1_000);
        var timeout = poolTimeout(parameters);
        parameters.end();
        return new ApplicationUrl(
                url, decoded(parts.group("user")), decoded(parts.group("password")), size, timeout, schema);
    }

    private static ApplicationUrl file(String rest) {
        int query = rest.indexOf('?');
        var parameters = new Parameters(query < 0 ? null : rest.substring(query + 1));
        var size = parameters.number("connection_limit", 1, 1_000);
        var timeout = poolTimeout(parameters);
        parameters.end();
        var path = query < 0 ? rest : rest.substring(0, query);
        if (path.isEmpty()) throw new IllegalArgumentException("doesn't contain a file; write file:./people.db");
        return new ApplicationUrl("jdbc:sqlite:" + path, null, null, size, timeout, null);
    }

    private static Map<String, String> postgres(Parameters parameters) {
        var query = new LinkedHashMap<String, String>();
        parameters.take("sslmode", query, "sslmode");
        parameters.take("application_name", query, "ApplicationName");
        parameters.take("channel_binding", query, "channelBinding");
        parameters.seconds("connect_timeout", query, "connectTimeout", 1);
        parameters.seconds("socket_timeout", query, "socketTimeout", 1);
        var accept = parameters.choice("sslaccept", "strict", "accept_invalid_certs");
        if ("strict".equals(accept)) query.put("sslmode", "verify-full");
        // Its processes share connections, so that a statement that one prepared is unknown to the next.
        if (parameters.flag("pgbouncer")) query.put("prepareThreshold", "0");
        parameters.ignore("statement_cache_size");
        return query;
    }

    /** The schema that is looked in first anyway needs no word, which poolers of connections refuse. */
    private static @Nullable String schema(Parameters parameters, Map<String, String> query) {
        var schema = parameters.text("schema");
        if (schema == null || schema.equals("public")) return null;
        if (query.containsKey("prepareThreshold")) return schema;
        query.put("currentSchema", schema);
        return null;
    }

    private static Map<String, String> mysql(Parameters parameters) {
        var query = new LinkedHashMap<String, String>();
        parameters.seconds("connect_timeout", query, "connectTimeout", 1_000);
        parameters.seconds("socket_timeout", query, "socketTimeout", 1_000);
        var accept = parameters.choice("sslaccept", "strict", "accept_invalid_certs");
        if (accept != null) query.put("sslMode", accept.equals("strict") ? "verify-full" : "trust");
        parameters.ignore("statement_cache_size");
        return query;
    }

    /** Nought waits without end there, which nothing does here. */
    private static @Nullable Long poolTimeout(Parameters parameters) {
        var seconds = parameters.number("pool_timeout", 0, 86_400);
        if (seconds == null) return null;
        return seconds == 0
                ? Long.valueOf(MAX_TIMEOUT)
                : Long.valueOf(Math.max(MIN_TIMEOUT, Math.min(MAX_TIMEOUT, seconds * 1_000)));
    }

    private static String write(Map<String, String> query) {
        var text = new StringBuilder();
        query.forEach((name, value) -> text.append(text.isEmpty() ? '?' : '&')
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, UTF_8)));
        return text.toString();
    }

    /** A plus sign of a password is one. */
    private static @Nullable String decoded(@Nullable String text) {
        if (text == null) return null;
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("has a plain % in user or password; write %25 instead", e);
        }
    }

    @Override
    public String toString() {
        return "ApplicationUrl[" + url.substring(0, url.indexOf(':', "jdbc:".length())) + "]";
    }

    /** What follows the question mark; what is not taken is unknown. */
    private static final class Parameters {
        private final Map<String, String> left = new LinkedHashMap<>();

        Parameters(@Nullable String query) {
            if (query == null || query.isEmpty()) return;
            for (var each : query.split("&")) {
                int equals = each.indexOf('=');
                var name = equals < 0 ? each : each.substring(0, equals);
                var value = equals < 0 ? "" : String.valueOf(decoded(each.substring(equals + 1)));
                if (left.put(name, value) != null) {
                    throw new IllegalArgumentException("has the parameter " + name + " twice");
                }
            }
        }

        @Nullable String text(String name) {
            return left.remove(name);
        }

        void ignore(String name) {
            left.remove(name);
        }

        void take(String name, Map<String, String> query, String called) {
            var value = text(name);
            if (value != null) query.put(called, value);
        }

        boolean flag(String name) {
            return "true".equals(choice(name, "true", "false"));
        }

        @Nullable String choice(String name, String one, String other) {
            var value = text(name);
            if (value == null || value.equals(one) || value.equals(other)) return value;
            throw new IllegalArgumentException("has the parameter " + name + ", which must be " + one + " or " + other);
        }

        @Nullable Long number(String name, long least, long most) {
            var value = text(name);
            if (value == null) return null;
            if (value.matches("\\d{1,9}")) {
                long number = Long.parseLong(value);
                if (number >= least && number <= most) return number;
            }
            throw new IllegalArgumentException(
                    "has the parameter " + name + ", which must be a number from " + least + " to " + most);
        }

        void seconds(String name, Map<String, String> query, String called, long units) {
            var seconds = number(name, 0, 86_400);
            if (seconds != null) query.put(called, String.valueOf(seconds * units));
        }

        void end() {
            if (left.isEmpty()) return;
            throw new IllegalArgumentException(
                    "has the parameter " + left.keySet().iterator().next()
                            + ", which Cardea doesn't know; remove it, or use the driver's own URL, such as "
                            + "jdbc:postgresql://host/people?sslrootcert=ca.pem");
        }
    }
}
