package dev.cardea.server.store;

import com.mongodb.ConnectionString;
import dev.cardea.adapter.jdbc.Layout;
import dev.cardea.server.text.DidYouMean;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Which store, as the file or the command line names it. Never prints the password.
 *
 * @param url {@code memory}, or an address such as {@code jdbc:sqlite:./data}; one such as {@code postgresql://…} becomes
 *     that of JDBC
 * @param layout of the tables; {@code auto} looks at what is there
 * @param poolSize connections at most; {@code null}: the pool's own
 * @param poolTimeout milliseconds that a request waits for a connection; {@code null}: the pool's own
 * @param names of tables and columns that are not those of the layout
 * @param limits where rate limits are counted: {@code memory}, or an address of a Redis; {@code null}: in this store, if
 *     several processes may share it
 */
public record StoreSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        String layout,
        @Nullable Long poolSize,
        @Nullable Long poolTimeout,
        Names names,
        @Nullable String limits) {
    static final String AUTO = "auto";

    private static final String MEMORY = "memory";
    private static final String H2 = "jdbc:h2:";
    private static final String SQLITE = "jdbc:sqlite:";
    private static final String MONGO = "mongodb://";
    private static final String MONGO_SRV = "mongodb+srv://";
    /** Optional user, hosts, and a database, whose name cannot contain a dot. */
    private static final Pattern MONGO_ADDRESS =
            Pattern.compile("mongodb(\\+srv)?://([^@/?]*@)?[^@/?]+/([^/?.]+)(\\?.*)?");

    private static final List<String> REDIS = List.of("redis://", "rediss://");
    private static final List<String> AVAILABLE = List.of(
            MEMORY,
            H2,
            SQLITE,
            "jdbc:postgresql:",
            "jdbc:mariadb:",
            "postgresql://",
            "mysql://",
            "redis://",
            "rediss://",
            MONGO,
            MONGO_SRV);

    /** An address as applications in JavaScript have it becomes one for JDBC; a wrong one stays and is a problem. */
    public StoreSettings {
        var found = applicationUrl(url);
        if (found != null) {
            url = found.url();
            user = user == null ? found.user() : user;
            password = password == null ? found.password() : password;
            poolSize = poolSize == null ? found.poolSize() : poolSize;
            poolTimeout = poolTimeout == null ? found.poolTimeout() : poolTimeout;
            if (found.schema() != null && names.schema() == null) {
                names = new Names(found.schema(), names.tables(), names.columns());
            }
        }
    }

    private static @Nullable ApplicationUrl applicationUrl(String url) {
        if (!ApplicationUrl.isOne(url)) return null;
        try {
            return ApplicationUrl.of(url);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * What is called otherwise than a layout says.
     *
     * @param schema in which the tables are; {@code null}: where the connection looks first
     * @param tables by the names of the layout, such as {@code user}
     * @param columns by the names of Auth.js, such as {@code emailVerified}
     */
    public record Names(@Nullable String schema, Map<String, String> tables, Map<String, String> columns) {
        public static final Names NONE = new Names(null, Map.of(), Map.of());

        public Names {
            tables = Map.copyOf(tables);
            columns = Map.copyOf(columns);
        }
    }

    public StoreSettings(
            String url,
            @Nullable String user,
            @Nullable String password,
            String layout,
            @Nullable Long poolSize,
            @Nullable Long poolTimeout) {
        this(url, user, password, layout, poolSize, poolTimeout, Names.NONE, null);
    }

    /** The same with another place for rate limits. */
    public StoreSettings limits(@Nullable String place) {
        return new StoreSettings(url, user, password, layout, poolSize, poolTimeout, names, place);
    }

    public static StoreSettings of(String url) {
        return new StoreSettings(url, null, null, AUTO, null, null);
    }

    public boolean isMemory() {
        return url.equals(MEMORY);
    }

    boolean isRedis() {
        return isRedis(url);
    }

    private static boolean isRedis(String url) {
        return REDIS.stream().anyMatch(url::startsWith);
    }

    /** Why rate limits cannot be counted where the file says, if they cannot. */
    public static Optional<String> problemOfLimits(String limits) {
        if (limits.equals(MEMORY) || (isRedis(limits) && isAddress(limits))) return Optional.empty();
        return Optional.of("must be " + MEMORY + " or a Redis URL, such as redis://host:6379; leave it out to "
                + "keep the limits in the store");
    }

    boolean isMongo() {
        return url.startsWith(MONGO) || url.startsWith(MONGO_SRV);
    }

    /** Returns whether it is a file of this machine. */
    public boolean isEmbedded() {
        return isH2() || isSqlite();
    }

    boolean isH2() {
        return url.startsWith(H2);
    }

    /** Returns whether it is a file of H2, which loses what it acknowledged when its process is killed. */
    public boolean isH2File() {
        return isH2() && !url.startsWith(H2 + "mem:") && !url.startsWith(H2 + "tcp:") && !url.startsWith(H2 + "ssl:");
    }

    /** Returns whether it is a file that this process opens, so that there is no server to wait for. */
    boolean isFile() {
        return isSqlite() || isH2File();
    }

    boolean isPostgres() {
        return url.startsWith("jdbc:postgresql:");
    }

    boolean isSqlite() {
        return url.startsWith(SQLITE);
    }

    /**
     * How its tables are called; empty where that is to be found out.
     *
     * @throws IllegalArgumentException for a table or a column that no layout has
     */
    Optional<Layout> tables() {
        var known = Layout.of(layout);
        if (names.equals(Names.NONE)) return known;
        var called = known.orElse(Layout.DRIZZLE);
        if (names.schema() != null) called = called.schema(names.schema());
        for (var table : names.tables().entrySet()) called = called.table(table.getKey(), table.getValue());
        for (var column : names.columns().entrySet()) called = called.column(column.getKey(), column.getValue());
        return Optional.of(called);
    }

    /** Why this store cannot be used, if it cannot. */
    public Optional<String> problem() {
        try {
            if (ApplicationUrl.isOne(url)) ApplicationUrl.of(url);
            tables();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
        if (AVAILABLE.stream().anyMatch(this::begins)) {
            if (names.schema() != null && layout.equals(AUTO) && url.contains("prepareThreshold=0")) {
                return Optional.of(
                        "has a schema behind pgbouncer, so Cardea can't look for its tables; set the layout");
            }
            if (isRedis() && !isAddress(url)) {
                return Optional.of("isn't a Redis URL; write redis://host:6379 or rediss://host:6379/0");
            }
            if (isMongo() && !isMongoAddress()) {
                return Optional.of("isn't a MongoDB URL with a database; write mongodb://host:27017/people");
            }
            if (isSqlite() && (url.contains(":memory:") || url.contains("mode=memory"))) {
                return Optional.of("is a different database for every connection; use a file, or " + MEMORY);
            }
            if (isSqlite() && !Files.isDirectory(folder())) {
                return Optional.of("is a file in a folder that doesn't exist: " + folder());
            }
            return url.startsWith("jdbc:") || (layout.equals(AUTO) && names.equals(Names.NONE))
                    ? Optional.empty()
                    : Optional.of("doesn't have tables, so it can't have the layout " + layout);
        }
        return Optional.of("isn't a store that Cardea knows; " + DidYouMean.hint(scheme(), AVAILABLE));
    }

    private boolean begins(String prefix) {
        return prefix.equals(MEMORY) ? isMemory() : url.startsWith(prefix);
    }

    private static boolean isAddress(String url) {
        try {
            return JedisURIHelper.isValid(new URI(url));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The driver would resolve the name of the other kind. */
    private boolean isMongoAddress() {
        if (!MONGO_ADDRESS.matcher(url).matches()) return false;
        if (url.startsWith(MONGO_SRV)) return true;
        try {
            return new ConnectionString(url).getDatabase() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Of the file of SQLite, which makes a file and no folder. */
    private Path folder() {
        return Objects.requireNonNullElse(file().getParent(), Path.of("/"));
    }

    /** The file of SQLite or H2. */
    Path file() {
        String file = url.substring((isH2() ? H2 : SQLITE).length())
                .replaceFirst("^file:", "")
                .replaceFirst("[?;].*", "");
        if (!isH2()) return Path.of(file).toAbsolutePath();
        var home = Path.of(System.getProperty("user.home"));
        return (file.startsWith("~/") ? home.resolve(file.substring(2) + ".mv.db") : Path.of(file + ".mv.db"))
                .toAbsolutePath();
    }

    /** Returns whether it is a file of SQLite that other users of the machine may read. */
    public boolean isReadableByOthers() {
        return isSqlite() && PrivateFile.isReadableByOthers(file());
    }

    /** As much of the address as holds no password. */
    private String scheme() {
        int colon = url.indexOf(':');
        return colon < 0 ? url : url.substring(0, colon);
    }

    @Override
    public String toString() {
        return "StoreSettings[" + scheme() + "]";
    }
}
