package dev.cardea.it.kills;

import dev.cardea.it.kills.Kills.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rounds in which one server process is killed while visitors prove the address of a sign-up, reset a password, change
 * an address and give a second factor.
 */
final class AccountKills {
    private static final int EACH = 3;
    private static final int SPREAD_MILLIS = 60;
    private static final int MAX_WAIT_MILLIS = 20_000;

    private final Site site;
    private final Random random = new Random(1);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private int count;

    AccountKills(Site site) {
        this.site = site;
    }

    Result run(int rounds, List<String> problems) {
        Web.WORST_MILLIS.set(0);
        var threads = Executors.newCachedThreadPool();
        int failures = 0;
        try {
            for (int round = 0; round < rounds; round++) {
                var found = round(threads, round);
                if (!found.isEmpty()) failures++;
                for (var problem : found) problems.add("round " + round + ": " + problem);
            }
        } finally {
            threads.shutdownNow();
        }
        return new Result(rounds, failures, Web.WORST_MILLIS.get(), " (" + answered + " answered, " + lost + " lost)");
    }

    private List<String> round(ExecutorService threads, int number) {
        var problems = new ArrayList<String>();
        try {
            var changes = begun();
            int many = ended.get() + random.nextInt(changes.size());
            var running = new ArrayList<Future<Boolean>>();
            for (var change : changes) running.add(threads.submit(() -> answered(change)));
            for (int i = 0; i < MAX_WAIT_MILLIS && ended.get() < many; i++) Processes.pause(1);
            Processes.pause(random.nextInt(SPREAD_MILLIS));
            var victim = site.servers.get(number % site.servers.size());
            victim.kill();
            var isAnswered = new ArrayList<Boolean>();
            for (var one : running) isAnswered.add(one.get());
            victim.restart();
            for (int i = 0; i < changes.size(); i++) changes.get(i).check(site, isAnswered.get(i), problems);
        } catch (IOException | ExecutionException | RuntimeException | AssertionError e) {
            problems.add("did not finish: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add("interrupted");
        }
        return problems;
    }

    private List<AccountChange> begun() throws IOException {
        var changes = new ArrayList<AccountChange>();
        for (int i = 0; i < EACH; i++) {
            changes.add(AccountChange.Proof.begin(site, address()));
            var forgetful = Account.signedUp(site, address());
            changes.add(AccountChange.Reset.begin(site, forgetful.address()));
            var moving = Account.signedUp(site, address());
            changes.add(AccountChange.Move.begin(site, moving, moving.address().replace("@", "@new.")));
            changes.add(AccountChange.SecondStep.begin(site, Account.signedUp(site, address()), i % 2 == 0));
        }
        return changes;
    }

    /** {@link Store#faults} asks for more about these addresses. */
    private String address() {
        return "s-" + ++count + "@kills.example";
    }

    private boolean answered(AccountChange change) {
        try {
            boolean isDone = change.run();
            if (isDone) answered.incrementAndGet();
            return isDone;
        } catch (IOException e) {
            lost.incrementAndGet();
            return false;
        } finally {
            ended.incrementAndGet();
        }
    }
}
