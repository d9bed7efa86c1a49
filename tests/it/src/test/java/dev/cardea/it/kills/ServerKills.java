package dev.cardea.it.kills;

import dev.cardea.it.kills.Kills.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Rounds in which one server process is killed while visitors sign in and out. Afterwards: each answered sign-in and
 * sign-out holds, an opened link opens nothing again, and visitors whose answer was lost get in.
 */
final class ServerKills {
    private static final int VISITORS = 4;
    private static final int SPREAD_MILLIS = 60;
    private static final int MAX_WAIT_MILLIS = 20_000;
    private static final int OLDER = 10;
    private static final int TRIES = 4;

    private final Site site;
    private final Random random = new Random(1);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    ServerKills(Site site) {
        this.site = site;
    }

    /** A visitor with a link, and the sessions that came of opening it. */
    private record Link(Visitor visitor, String url, List<Visitor> sessions) {}

    Result run(int rounds, List<String> problems) {
        Web.WORST_MILLIS.set(0);
        var threads = Executors.newCachedThreadPool();
        int failures = 0;
        try {
            for (int round = 0; round < rounds; round++) {
                var found = round(threads, round);
                if (!found.isEmpty()) failures++;
                for (var problem : found) problems.add("round " + round + ": " + problem);
                if (round % 20 == 19) System.out.println(site.store.name + " " + (round + 1) + "/" + failures);
            }
        } finally {
            threads.shutdownNow();
        }
        return new Result(rounds, failures, Web.WORST_MILLIS.get(), " (" + answered + " answered, " + lost + " lost)");
    }

    private List<String> round(ExecutorService threads, int number) {
        var problems = new ArrayList<String>();
        try {
            var links = new ArrayList<Link>();
            for (int i = 0; i < VISITORS; i++) links.add(link(site.linkVisitor()));
            var people = new ArrayList<Visitor>();
            for (int i = 0; i < VISITORS; i++) people.add(site.providerVisitor());
            var leaving = older(2);
            int many = ended.get() + random.nextInt(3 * VISITORS + leaving.size());
            var opened = new ArrayList<Future<List<Visitor>>>();
            // Twice each: of two browsers at once one may get in.
            for (var link : links) for (int i = 0; i < 2; i++) opened.add(threads.submit(opens(link)));
            var accepted = new ArrayList<Future<Boolean>>();
            for (var one : people) accepted.add(threads.submit(() -> answered(one::signsInAtProvider)));
            var left = new ArrayList<Future<Boolean>>();
            for (var one : leaving) left.add(threads.submit(() -> answered(one::signsOut)));

            awaitEnded(many);
            var victim = site.servers.get(number % site.servers.size());
            victim.kill();
            for (var one : opened) one.get();
            for (var one : accepted) one.get();
            for (var one : left) one.get();
            victim.restart();
            links.forEach(link -> check(link, problems));
            for (int i = 0; i < people.size(); i++)
                check(people.get(i), accepted.get(i).get(), problems);
            for (int i = 0; i < leaving.size(); i++)
                checkLeft(leaving.get(i), left.get(i).get(), problems);
            for (var one : older(OLDER)) {
                if (!one.isSignedIn()) problems.add(one.address + ", who was signed in before, is not");
                else site.signedIn.add(one);
            }
        } catch (IOException | ExecutionException | RuntimeException | AssertionError e) {
            problems.add("did not finish: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add("interrupted");
        }
        return problems;
    }

    /** Until so many flows have ended, and a little longer: others are in the middle of theirs. */
    private void awaitEnded(int many) {
        for (int i = 0; i < MAX_WAIT_MILLIS && ended.get() < many; i++) Processes.pause(1);
        Processes.pause(random.nextInt(SPREAD_MILLIS));
    }

    private Link link(Visitor visitor) throws IOException {
        site.mails.clear();
        visitor.asksForLink();
        return new Link(visitor, site.mails.await(visitor.address), new ArrayList<>());
    }

    private Callable<List<Visitor>> opens(Link link) {
        return () -> {
            var browser = site.again(link.visitor);
            if (answered(() -> browser.opens(link.url))) {
                synchronized (link.sessions) {
                    link.sessions.add(browser);
                }
            }
            return link.sessions;
        };
    }

    private interface Step {
        boolean run() throws IOException;
    }

    /** Whether the answer came, and says that it was done. */
    private boolean answered(Step step) {
        try {
            boolean done = step.run();
            if (done) answered.incrementAndGet();
            return done;
        } catch (IOException e) {
            lost.incrementAndGet();
            return false;
        } finally {
            ended.incrementAndGet();
        }
    }

    private void check(Link link, List<String> problems) {
        try {
            if (link.sessions.size() > 1) problems.add(link.visitor.address + ": one link signed in twice");
            if (!link.sessions.isEmpty() && site.again(link.visitor).opens(link.url)) {
                problems.add(link.visitor.address + ": a link that was answered signs in again");
            }
            if (link.sessions.isEmpty()) {
                // Its answer was lost, or never sent: the link works still, or the next one does.
                var retry = site.again(link.visitor);
                if (!retry.opens(link.url)) retry.opens(link(retry).url);
                keep(retry, problems);
            }
            for (var one : link.sessions) keep(one, problems);
        } catch (IOException e) {
            problems.add(link.visitor.address + ": " + e);
        }
    }

    private void check(Visitor visitor, boolean isIn, List<String> problems) {
        try {
            for (int i = 0; i < TRIES && !isIn; i++) isIn = site.again(visitor).signsInAtProvider() && in(visitor);
            if (visitor.session() == null) problems.add(visitor.address + " cannot sign in any more");
            else keep(visitor, problems);
        } catch (IOException e) {
            problems.add(visitor.address + ": " + e);
        }
    }

    private static boolean in(Visitor visitor) throws IOException {
        return visitor.session() != null || visitor.signsInAtProvider();
    }

    private void checkLeft(Visitor visitor, boolean isOut, List<String> problems) {
        try {
            if (isOut && visitor.session() != null) problems.add(visitor.address + " kept the cookie");
            if (!isOut && !visitor.signsOut()) problems.add(visitor.address + " cannot sign out");
        } catch (IOException e) {
            problems.add(visitor.address + ": " + e);
        }
    }

    private void keep(Visitor visitor, List<String> problems) throws IOException {
        if (visitor.isSignedIn()) site.signedIn.add(visitor);
        else problems.add(visitor.address + ": the session that was answered is gone");
    }

    /** Some of those who are signed in, taken out of the list. */
    private List<Visitor> older(int many) {
        var some = new ArrayList<Visitor>();
        for (int i = 0; i < many; i++) {
            var one = take();
            if (one != null) some.add(one);
        }
        return some;
    }

    private @Nullable Visitor take() {
        synchronized (site.signedIn) {
            return site.signedIn.isEmpty() ? null : site.signedIn.remove(random.nextInt(site.signedIn.size()));
        }
    }
}
