package dev.cardea.server.http;

import java.util.function.Consumer;

/** Runs a task once: at the first look that finds that no request has arrived since the look before. */
final class IdleTask implements Runnable {
    private final RequestsInProgress requests;
    private final Consumer<Runnable> timer;
    private final Runnable task;

    /** @param timer runs what it is given a while later */
    IdleTask(RequestsInProgress requests, Consumer<Runnable> timer, Runnable task) {
        this.requests = requests;
        this.timer = timer;
        this.task = task;
    }

    void begin() {
        timer.accept(this);
    }

    @Override
    public void run() {
        if (requests.isIdle()) task.run();
        else begin();
    }
}
