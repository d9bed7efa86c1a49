package dev.cardea.it.kills;

import dev.cardea.adapter.testkit.Relay;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Person;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The server on one store, its identity provider, its mails, and the visitors whose sign-in it acknowledged. */
final class Site implements AutoCloseable {
    private static final String CONFIG = """
            env: %s
            url: https://app.example
            secret: 3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests
            store: %s
            migrate: true
            session: { %s }
            danger: { allowHttpIssuers: true }
            providers:
              - { id: op, name: Demo, type: oidc, issuer: "%s", clientId: app, clientSecret: app-secret%s }
              - { id: nodemailer, server: "smtp://127.0.0.1:%d", from: no-reply@app.example }
            %s
            """;

    private static final Pattern STORE_ADDRESS = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    private static final String NO_LIMITS = "rateLimits: false";

    static final String DATABASE = "strategy: database, updateAge: 86400";

    final Store store;
    final Mails mails = new Mails();
    final List<Server> servers = new ArrayList<>();
    /** Each was answered with a session, and did not sign out. */
    final List<Visitor> signedIn = new CopyOnWriteArrayList<>();

    /** Who has an account at the provider that need not be linked. */
    final Set<String> withoutAccount = ConcurrentHashMap.newKeySet();

    private final IdentityProvider provider = IdentityProvider.at("http://localhost")
            .client(Client.of("app", "app-secret").redirectUri(Visitor.APP + "/auth/callback/op"));
    private final LocalServer providerServer = provider.serve(0);
    private final AtomicInteger count = new AtomicInteger();

    private Site(Store store) {
        this.store = store;
    }

    /** @param session the settings of sessions */
    static Site open(String name, String session) {
        var store = Store.open(name);
        return open(store, "production", session, new int[store.servers()], "", "");
    }

    /** @param more lines of the server's file */
    static Site open(String name, String session, String more) {
        var store = Store.open(name);
        return open(store, "production", session, new int[store.servers()], "", more);
    }

    /** With revocable sessions, which the provider may end. */
    static Site openWithLogout(String name) {
        var store = Store.open(name);
        return open(
                store,
                "production",
                "strategy: revocable",
                new int[store.servers()],
                ", logout: { backChannel: true }",
                "");
    }

    /** For more visitors than may sign in from one address. */
    static Site openForMany(String name, String session) {
        return open(name, session, NO_LIMITS);
    }

    /** @param clockOffsets of the processes, in seconds */
    static Site openForMany(String name, String session, int... clockOffsets) {
        return open(Store.open(name), "test", session, clockOffsets, "", NO_LIMITS);
    }

    /** @param logout what the provider may do, in its group of the file */
    private static Site open(Store store, String env, String session, int[] clockOffsets, String logout, String more) {
        var site = new Site(store);
        try {
            var config = CONFIG.formatted(
                    env, store.setting(), session, site.provider.issuer(), logout, site.mails.port(), more);
            for (int i = 0; i < clockOffsets.length; i++) {
                site.servers.add(Server.start(store.folder, i, config, clockOffsets[i]));
            }
            return site;
        } catch (RuntimeException e) {
            site.close();
            throw e;
        }
    }

    /** A visitor who was never here. */
    Visitor linkVisitor() {
        return new Visitor(servers, "l-" + count.incrementAndGet() + "@kills.example");
    }

    /** The same with an account at the provider. */
    Visitor providerVisitor() {
        String address = "o-" + count.incrementAndGet() + "@kills.example";
        provider.person(Person.of(address, "Ada", address).with("email_verified", true));
        return new Visitor(servers, address);
    }

    /** Visitors who have signed in at the provider, at each process in turn. */
    List<Visitor> signedInVisitors(int many) throws Exception {
        var numbers = IntStream.range(0, many).boxed().toList();
        return Parallel.each(numbers, number -> {
            var entered = providerVisitor().copyAt(servers.get(number % servers.size()));
            if (!entered.signsInAtProvider()) throw new IOException(entered.address + " can't sign in");
            return entered.copyAt(servers);
        });
    }

    /** Another browser of the same person. */
    Visitor again(Visitor visitor) {
        return new Visitor(servers, visitor.address);
    }

    /** Makes a token by which the provider says that the visitor logged out there. */
    String logoutToken(Visitor visitor) {
        return provider.logoutToken("app", visitor.address, null);
    }

    /** Restarts a process, which reaches the store through the relay from then on. */
    Relay relayed(Server server) {
        var store =
                STORE_ADDRESS.matcher(this.store.url()).results().findFirst().orElseThrow();
        var relay = new Relay(Integer.parseInt(store.group(1)));
        server.kill();
        server.restart(file -> file.replace(store.group(), "127.0.0.1:" + relay.port()));
        return relay;
    }

    /** Asks for all who are signed in, and for what the store must not hold. */
    void end(List<String> problems) throws IOException {
        for (var visitor : List.copyOf(signedIn)) {
            if (!visitor.isSignedIn()) problems.add(visitor.address + " was signed out by the end");
        }
        servers.forEach(Server::kill);
        for (var fault : store.faults()) {
            if (withoutAccount.stream().noneMatch(address -> fault.endsWith("account: " + address)))
                problems.add(fault);
        }
    }

    @Override
    public void close() {
        servers.forEach(Server::kill);
        store.close();
        mails.close();
        providerServer.close();
    }
}
