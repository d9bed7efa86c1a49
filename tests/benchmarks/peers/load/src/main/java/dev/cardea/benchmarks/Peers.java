package dev.cardea.benchmarks;

import dev.cardea.benchmarks.Peer.Login;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The servers that are measured, and what each of them needs. */
final class Peers {
    static final String BOOT = "Boot, no security";
    static final String BOOT_COOKIE = "Boot, no security, with a cookie";
    static final String BOOT_QUERY = "Boot, one query";
    static final String BOOT_TOKEN = "Boot + Cardea, token";
    static final String BOOT_ROWS = "Boot + Cardea, database";
    static final String BOOT_REVOCABLE = "Boot + Cardea, revocable";
    static final String BOOT_SESSION = "Boot + Cardea, /auth/session";
    static final String BOOT_CONFIRMED = "Boot + Cardea, revocable, each read confirmed";
    static final String JAVALIN = "Javalin";
    static final String JAVALIN_COOKIE = "Javalin, with a cookie";
    static final String JAVALIN_TOKEN = "Javalin + Cardea, token";
    static final String JDK_TOKEN = "JDK + Cardea, token";
    static final String SERVER = "Cardea server, hooks, /auth/session";
    static final String AUTHJS = "@auth/core, token, /auth/session";
    static final String UNOBSERVED = "Cardea server, no meters, no recorder";
    static final String OBSERVED = "Cardea server, meters and recorder";

    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final EmbeddedPostgres postgres;

    Peers(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    List<Peer> all() throws Exception {
        return Stream.concat(java().stream(), node().stream()).toList();
    }

    private List<Peer> java() throws Exception {
        String secret = "--cardea.secret=" + SECRET;
        String trust = "--cardea.trust-host=true";
        String user = "--spring.datasource.username=postgres";
        String without = "--spring.autoconfigure.exclude=";
        String rows = source("cardea");
        return List.of(
                boot(BOOT, Login.NONE, "boot", "/me"),
                boot(BOOT_COOKIE, Login.COOKIE, "boot", "/me"),
                boot(
                        BOOT_QUERY,
                        Login.NONE,
                        "boot-cardea",
                        "/query",
                        without + "dev.cardea.host.spring.CardeaAutoConfiguration",
                        rows,
                        user),
                boot(
                        BOOT_TOKEN,
                        Login.CARDEA,
                        "boot-cardea",
                        "/me",
                        secret,
                        trust,
                        without + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"),
                boot(
                        BOOT_ROWS,
                        Login.CARDEA,
                        "boot-cardea",
                        "/me",
                        secret,
                        trust,
                        "--cardea.session.strategy=database",
                        "--cardea.jdbc.migrate-on-start=true",
                        rows,
                        user),
                boot(
                        BOOT_REVOCABLE,
                        Login.CARDEA,
                        "boot-cardea",
                        "/me",
                        secret,
                        trust,
                        "--cardea.session.strategy=revocable",
                        "--cardea.jdbc.migrate-on-start=true",
                        source("revocable"),
                        user),
                boot(
                                BOOT_SESSION,
                                Login.CARDEA,
                                "boot-cardea",
                                "/auth/session",
                                secret,
                                trust,
                                without + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
                        .withoutSignIns(),
                boot(
                                BOOT_CONFIRMED,
                                Login.CARDEA,
                                "boot-cardea",
                                "/me",
                                secret,
                                trust,
                                "--cardea.session.strategy=revocable",
                                "--cardea.session.confirm-age=0s",
                                "--cardea.jdbc.migrate-on-start=true",
                                source("confirmed"),
                                user)
                        .withoutSignIns(),
                boot("Boot + Spring Security, HttpSession", Login.FORM, "boot-security", "/me"),
                boot("Boot + Spring Session JDBC", Login.FORM, "boot-session", "/me", springSessions(), user),
                boot("Boot + resource server, RS256", Login.BEARER, "boot-security", "/me", "--peer.mode=jwt"),
                java(JAVALIN, Login.NONE, "/me", "javalin", "plain"),
                java(JAVALIN_COOKIE, Login.COOKIE, "/me", "javalin", "plain"),
                java(JAVALIN_TOKEN, Login.CARDEA, "/me", "javalin", "cardea"),
                java("Javalin + pac4j, session", Login.PAC4J, "/me", "javalin", "pac4j"),
                java(JDK_TOKEN, Login.CARDEA, "/me", "jdk"),
                java("JDK + Cardea, /auth/session", Login.CARDEA, "/auth/session", "jdk")
                        .withoutSignIns(),
                server(SERVER, "cardea.yml"),
                server(UNOBSERVED, "unobserved.yml").withoutSignIns(),
                server(OBSERVED, "observed.yml").withoutSignIns());
    }

    private List<Peer> node() throws Exception {
        return List.of(
                node(AUTHJS, Login.CARDEA, "/auth/session", "authjs.mjs"),
                node("better-auth, PostgreSQL", Login.BETTER_AUTH, "/me", "better-auth.mjs", database("better1"), "rows"),
                node("better-auth, cookie cache", Login.BETTER_AUTH, "/me", "better-auth.mjs", database("better2"), "cache")
                        .withoutSignIns());
    }

    /** The jar that runs alone, and an application on Node that answers its hooks. */
    private static Peer server(String name, String file) {
        var jar = "../server/target/cardea-server.jar";
        var command = List.of(JAVA, "-Xmx512m", "-jar", jar, "serve", "--config", "peers/server/" + file);
        return Peer.of(name, Login.CARDEA, "/auth/session", command)
                .helper(List.of("node", "peers/node/hooks.mjs", "HELPER"));
    }

    private static Peer boot(String name, Login door, String module, String path, String... settings) {
        var command = new ArrayList<>(java(module));
        command.add("--server.port=PORT");
        command.add("--server.address=127.0.0.1");
        command.add("--spring.main.banner-mode=off");
        command.addAll(List.of(settings));
        return Peer.of(name, door, path, command);
    }

    private static Peer java(String name, Login door, String path, String module, String... arguments) {
        var command = new ArrayList<>(java(module));
        command.addAll(List.of(arguments));
        command.add("PORT");
        return Peer.of(name, door, path, command);
    }

    private static List<String> java(String module) {
        String target = "peers/" + module + "/target/";
        return List.of(JAVA, "-Xmx512m", "-cp", target + "classes:" + target + "lib/*", "peer.App");
    }

    private static Peer node(String name, Login door, String path, String file, String... arguments) {
        var command = new ArrayList<>(List.of("node", "peers/node/" + file, "PORT"));
        command.addAll(List.of(arguments));
        return Peer.of(name, door, path, command);
    }

    private String source(String name) throws Exception {
        create(name);
        return "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + name;
    }

    private String database(String name) throws Exception {
        create(name);
        return "postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/" + name;
    }

    private void create(String name) throws Exception {
        try (var connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
    }

    /** A database with the tables of Spring Session. */
    private String springSessions() throws Exception {
        var source = source("spring");
        try (var connection = postgres.getDatabase("postgres", "spring").getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create table spring_session (primary_id char(36) primary key, session_id char(36) not null,"
                    + " creation_time bigint not null, last_access_time bigint not null, max_inactive_interval int not"
                    + " null, expiry_time bigint not null, principal_name varchar(100))");
            statement.execute("create unique index spring_session_ix1 on spring_session (session_id)");
            statement.execute("create index spring_session_ix2 on spring_session (expiry_time)");
            statement.execute("create index spring_session_ix3 on spring_session (principal_name)");
            statement.execute("create table spring_session_attributes (session_primary_id char(36) not null references"
                    + " spring_session (primary_id) on delete cascade, attribute_name varchar(200) not null,"
                    + " attribute_bytes bytea not null, primary key (session_primary_id, attribute_name))");
        }
        return source;
    }
}
