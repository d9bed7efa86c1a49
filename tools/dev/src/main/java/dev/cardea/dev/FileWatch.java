package dev.cardea.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reports when one of several files has changed. It looks four times a second, as events of file systems get lost. */
final class FileWatch implements AutoCloseable {
    private static final long PAUSE = 250;

    private final List<Path> files;
    private final Runnable changed;
    private final Thread thread;
    private List<String> before;
    private volatile boolean closed;

    private FileWatch(List<Path> files, Runnable changed) {
        this.files = List.copyOf(files);
        this.changed = changed;
        before = state();
        thread = new Thread(this::watch, "cardea-watch");
        thread.setDaemon(true);
    }

    static FileWatch start(List<Path> files, Runnable changed) {
        var watch = new FileWatch(files, changed);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                return;
            }
            var now = state();
            if (now.equals(before)) continue;
            before = now;
            changed.run();
        }
    }

    private List<String> state() {
        var all = new ArrayList<String>();
        for (var file : files) {
            try {
                all.add(Files.getLastModifiedTime(file) + " " + Files.size(file));
            } catch (IOException e) {
                all.add("absent");
            }
        }
        return all;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
