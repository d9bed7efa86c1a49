package dev.cardea.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What all rounds found so far, and how it is printed. */
final class Results {
    /** Begins the line of a budget that does not hold. */
    static final String MISSED = "MISS";

    private static final String READS = "read as a signed-in user";
    private static final String ROW = "%-36s %8s %8s %13s %8s %8s %6s%n";
    private static final String SIGN_INS = "whole sign-ins, one after the other";

    private final Map<Peer, List<Round>> reads = new LinkedHashMap<>();
    private final Map<Peer, List<Round>> signIns = new LinkedHashMap<>();
    /** Its figures: seconds to the first answer, megabytes. */
    private final Map<Peer, List<Round>> starts = new LinkedHashMap<>();

    void read(Peer peer, Round round) {
        reads.computeIfAbsent(peer, it -> new ArrayList<>()).add(round);
    }

    void signIn(Peer peer, Round round) {
        signIns.computeIfAbsent(peer, it -> new ArrayList<>()).add(round);
    }

    void start(Peer peer, double seconds, double megabytes) {
        starts.computeIfAbsent(peer, it -> new ArrayList<>()).add(new Round(0, seconds, 0, megabytes));
    }

    String text() {
        var out = new StringBuilder();
        table(out, READS, reads, "%n" + ROW, ROW);
        table(out, SIGN_INS, signIns, "%n" + ROW, ROW);
        out.append("%n%-36s %8s %8s%n".formatted("first answer, and memory after load", "s", "MB"));
        starts.forEach((peer, rounds) -> out.append("%-36s %8s %8s%n"
                .formatted(peer.name(), figure(cpu(rounds), 2), figure(Round.median(rounds, Round::slowestMillis), 0))));
        return out.append('\n').append(budgets()).toString();
    }

    String markdown() {
        var out = new StringBuilder();
        var row = "| %s | %s | %s %s | %s | %s | %s |%n";
        table(out, READS, reads, row + "|---|---:|---:|---:|---:|---:|%n", row);
        out.append('\n');
        table(out, SIGN_INS, signIns, row + "|---|---:|---:|---:|---:|---:|%n", row);
        out.append("%n| first answer, and memory after load | s | MB |%n|---|---:|---:|%n".formatted());
        starts.forEach((peer, rounds) -> out.append("| %s | %s | %s |%n"
                .formatted(peer.name(), figure(cpu(rounds), 2), figure(Round.median(rounds, Round::slowestMillis), 0))));
        return out.append("\n```\n").append(budgets()).append("```\n").toString();
    }

    String json() {
        var lines = new ArrayList<String>();
        reads.forEach((peer, rounds) -> lines.add(json("read", peer, rounds)));
        signIns.forEach((peer, rounds) -> lines.add(json("signIn", peer, rounds)));
        return "[\n" + String.join(",\n", lines) + "\n]\n";
    }

    private static String json(String kind, Peer peer, List<Round> rounds) {
        var cpus = rounds.stream().map(it -> figure(it.cpuMicros(), 1)).toList();
        return "{\"kind\":\"%s\",\"peer\":\"%s\",\"perSecond\":%s,\"cpuMicros\":%s,\"compilerMicros\":%s,\"rounds\":%s,\"p99Millis\":%s}"
                .formatted(
                        kind,
                        peer.name(),
                        figure(Round.median(rounds, Round::perSecond), 1),
                        figure(cpu(rounds), 1),
                        figure(Round.median(rounds, Round::compilerMicros), 1),
                        cpus,
                        figure(Round.median(rounds, Round::slowestMillis), 2));
    }

    /** The ratio is that of the processor's time to the first line's. */
    private static void table(
            StringBuilder out, String title, Map<Peer, List<Round>> all, String head, String line) {
        if (all.isEmpty()) return;
        out.append(head.formatted(title, "per s", "CPU us", "(least-most)", "JIT us", "p99 ms", "ratio"));
        double first = cpu(all.values().iterator().next());
        all.forEach((peer, rounds) -> {
            var cpus = rounds.stream().mapToDouble(Round::cpuMicros).summaryStatistics();
            out.append(line.formatted(
                    peer.name(),
                    figure(Round.median(rounds, Round::perSecond), 0),
                    figure(cpu(rounds), 0),
                    "(%s-%s)".formatted(figure(cpus.getMin(), 0), figure(cpus.getMax(), 0)),
                    figure(Round.median(rounds, Round::compilerMicros), 0),
                    figure(Round.median(rounds, Round::slowestMillis), 1),
                    figure(cpu(rounds) / first, 2)));
        });
    }

    /** One line for each budget whose servers were measured. */
    private String budgets() {
        var out = new StringBuilder();
        over(out, Peers.BOOT_TOKEN, Peers.BOOT_COOKIE, 25);
        over(out, Peers.JAVALIN_TOKEN, Peers.JAVALIN_COOKIE, 12);
        over(out, Peers.BOOT_ROWS, Peers.BOOT_QUERY, 50);
        ratio(out, reads, Peers.BOOT_CONFIRMED, Peers.BOOT_ROWS, 1.25);
        ratio(out, signIns, Peers.BOOT_REVOCABLE, Peers.BOOT_ROWS, 1.10);
        ratio(out, reads, Peers.OBSERVED, Peers.UNOBSERVED, 1.03);
        times(out, Peers.AUTHJS, Peers.BOOT_SESSION, 20);
        var signIn = named(signIns, Peers.SERVER);
        if (signIn != null) {
            most(out, "CPU us of a sign-in, " + Peers.SERVER, cpu(signIn), 800);
        }
        var jdk = named(reads, Peers.JDK_TOKEN);
        var javalin = named(reads, Peers.JAVALIN_TOKEN);
        if (jdk != null && javalin != null) {
            double ratio = Round.median(jdk, Round::perSecond) / Round.median(javalin, Round::perSecond);
            line(out, "requests/s, JDK to Javalin", figure(ratio, 2), ">= 0.50", ratio >= 0.5);
        }
        return out.toString();
    }

    private static void ratio(
            StringBuilder out, Map<Peer, List<Round>> measured, String name, String base, double most) {
        var own = named(measured, name);
        var other = named(measured, base);
        if (own == null || other == null) return;
        double ratio = cpu(own) / cpu(other);
        line(out, "CPU, " + name + " to " + base, figure(ratio, 3), "<= " + figure(most, 2), ratio <= most);
    }

    private void times(StringBuilder out, String slow, String name, double least) {
        var other = named(reads, slow);
        var own = named(reads, name);
        if (other == null || own == null) return;
        double ratio = cpu(other) / cpu(own);
        line(out, "CPU, " + slow + " to " + name, figure(ratio, 1), ">= " + figure(least, 0), ratio >= least);
    }

    private void over(StringBuilder out, String name, String floor, double most) {
        var own = named(reads, name);
        var plain = named(reads, floor);
        if (own != null && plain != null) most(out, "CPU us, " + name + " over " + floor, cpu(own) - cpu(plain), most);
    }

    private static void most(StringBuilder out, String what, double found, double most) {
        line(out, what, figure(found, 1), "<= " + figure(most, 0), found <= most);
    }

    private static void line(StringBuilder out, String what, String found, String wanted, boolean holds) {
        out.append("%-4s  %-60s %8s  (%s)%n".formatted(holds ? "PASS" : MISSED, what, found, wanted));
    }

    private static List<Round> named(Map<Peer, List<Round>> all, String name) {
        return all.entrySet().stream()
                .filter(it -> it.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static double cpu(List<Round> rounds) {
        return Round.median(rounds, Round::cpuMicros);
    }

    private static String figure(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
