package dev.cardea.it.kills;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs whole sign-ins against the server's jar while its processes are killed, and while databases stop and are killed;
 * prints a row for each store. {@code tests/it/kills} starts it.
 */
public final class Kills {
    private static final String HEAD = "%-11s| server killed: rounds/failures/worst ms | %-62s%n"
            .formatted("store", "accounts, and database stopped or killed");

    private Kills() {}

    /** What a part of a run found. */
    record Result(int rounds, int failures, long worstMillis, String more) {
        @Override
        public String toString() {
            return rounds + "/" + failures + "/" + worstMillis + more;
        }
    }

    /** @param arguments {@code --rounds 200 --accounts 20 --freeze 5,20 --session "strategy: revocable" postgresql mariadb redis} */
    public static void main(String[] arguments) {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int rounds = 200;
        int accounts = 0;
        var session = Site.DATABASE;
        var freezes = new ArrayList<Integer>();
        var stores = new ArrayList<String>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--rounds" -> rounds = Integer.parseInt(arguments[++i]);
                case "--accounts" -> accounts = Integer.parseInt(arguments[++i]);
                case "--session" -> session = arguments[++i];
                case "--freeze" ->
                    Arrays.stream(arguments[++i].split(","))
                            .map(Integer::valueOf)
                            .forEach(freezes::add);
                default -> stores.add(arguments[i]);
            }
        }
        if (stores.isEmpty()) stores.addAll(List.of("postgresql", "mariadb", "redis", "sqlite", "h2"));
        var table = new StringBuilder(HEAD);
        boolean failed = false;
        for (var store : stores) {
            var problems = new ArrayList<String>();
            table.append(run(store, session, rounds, accounts, freezes, problems));
            problems.forEach(problem -> System.out.println(store + ": " + problem));
            failed |= !problems.isEmpty();
            System.out.println(table);
        }
        System.exit(failed ? 1 : 0);
    }

    private static String run(
            String name, String session, int rounds, int accounts, List<Integer> freezes, List<String> problems) {
        try (var site = Site.open(name, session)) {
            var killed = new ServerKills(site).run(rounds, problems);
            var stops = new ArrayList<String>();
            if (accounts > 0) stops.add("accounts: " + accounts(name, session, accounts, problems));
            if (site.store.process() != null) {
                for (int seconds : freezes)
                    stops.add("stopped " + seconds + " s: " + new Freeze(site, true).run(seconds, problems));
                if (!freezes.isEmpty()) stops.add("killed: " + new Freeze(site, true).kill(problems));
            }
            var row = "%-11s| %-38s| %s%n".formatted(name, killed, String.join(" | ", stops));
            site.end(problems);
            return row;
        } catch (IOException e) {
            problems.add(String.valueOf(e));
            return "%-11s| did not finish: %s%n".formatted(name, e).toLowerCase(Locale.ROOT);
        }
    }

    /** On a site of their own: their emails have codes. */
    private static Result accounts(String name, String session, int rounds, List<String> problems) throws IOException {
        try (var site = Site.open(name, session, Account.LINE)) {
            var killed = new AccountKills(site).run(rounds, problems);
            site.end(problems);
            return killed;
        }
    }
}
