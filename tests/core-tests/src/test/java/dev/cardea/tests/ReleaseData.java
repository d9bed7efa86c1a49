package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.h2.jdbcx.JdbcDataSource;

/**
 * What the sites of one release leave behind: a database, and the cookies of browsers that are signed in, or in the middle of
 * a sign-in. The folder of a release has both, so that later releases can show that they read them.
 */
final class ReleaseData {
    private static final String DATABASE = "database.sql";
    private static final String COOKIES = "cookies.json";

    private ReleaseData() {}

    /** How a site keeps sessions. */
    enum Kind {
        DATABASE,
        TOKEN;

        Site site(JdbcDataSource database) {
            var store = JdbcAdapter.of(database);
            return this == DATABASE ? Site.onRows(store) : Site.with(p -> p, config -> config.adapter(store));
        }
    }

    /** Writes the folder of a release, with what this version leaves behind. */
    static void write(Path folder) throws IOException, SQLException {
        Files.createDirectories(folder);
        var database = database();
        JdbcAdapter.of(database).createSchema(line -> {});
        var recorded = new LinkedHashMap<String, Object>();
        for (var kind : Kind.values()) recorded.put(kind.name(), record(kind.site(database), kind));
        Files.writeString(folder.resolve(COOKIES), Json.print(recorded) + "\n");
        Files.writeString(folder.resolve(DATABASE), dump(database));
    }

    private static Map<String, Object> record(Site site, Kind kind) {
        site.signInPage().press("Sign in with Demo ID");
        var recorded = new LinkedHashMap<String, Object>();
        recorded.put("signedIn", site.browser.cookies(APP + "/auth/session"));
        var other = site.anotherBrowser();
        var signIn = Request.post(
                APP + "/auth/signin/op",
                "application/x-www-form-urlencoded",
                Form.encode(Map.of("csrfToken", csrf(other), "callbackUrl", "/dash")));
        recorded.put("authorization", other.send(signIn).header("Location").orElseThrow());
        recorded.put("begun", other.cookies(APP + "/auth/callback/op"));
        var third = site.anotherBrowser();
        var address = kind.name().toLowerCase(Locale.ROOT) + "@example.com";
        third.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf(third), "email", address));
        recorded.put("link", site.inbox.last(address).orElseThrow().url());
        return recorded;
    }

    private static String csrf(Browser browser) {
        var answer = Json.parseObject(browser.open(APP + "/auth/csrf").text(), Json.INBOUND_DEPTH);
        return String.valueOf(answer.text("csrfToken"));
    }

    /** Returns what was recorded for a kind of site. */
    static Claims read(Path folder, Kind kind) throws IOException {
        var all = Json.parseObject(Files.readString(folder.resolve(COOKIES)), Json.TRUSTED_DEPTH);
        return Claims.of((Map<?, ?>) all.value(kind.name()));
    }

    /** Returns a database with what the release left. */
    static JdbcDataSource load(Path folder) throws IOException, SQLException {
        var database = database();
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("RUNSCRIPT FROM '" + folder.resolve(DATABASE).toAbsolutePath() + "'");
        }
        return database;
    }

    static Browser with(Browser browser, Claims recorded, String cookies) {
        ((Map<?, ?>) recorded.value(cookies))
                .forEach((name, value) ->
                        browser.setCookie(APP + "/auth", name + "=" + value + "; Path=/; Secure; HttpOnly"));
        return browser;
    }

    static long users(JdbcDataSource database) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from \"user\"")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static JdbcDataSource database() {
        var database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:release-" + System.nanoTime() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    /** Without the account of the database itself, which each database has. */
    private static String dump(JdbcDataSource database) throws SQLException {
        try (var connection = database.getConnection()) {
            return script(connection);
        }
    }

    private static String script(Connection connection) throws SQLException {
        var lines = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SCRIPT SIMPLE NOPASSWORDS NOSETTINGS")) {
            while (rows.next()) lines.add(rows.getString(1));
        }
        return lines.stream()
                .filter(line -> !line.startsWith("CREATE USER"))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
