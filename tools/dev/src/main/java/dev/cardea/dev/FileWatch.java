package dev.cardea.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reports when one of several files has changed. It looks several times a second, as events of file systems get lost. */
final class FileWatch implements AutoCloseable {
    private static final long PAUSE = 150;

    private final List<Path> files;
    private final Runnable changed;
    private final Thread thread;
    private final Looks looks;
    private volatile boolean closed;

    private FileWatch(List<Path> files, Runnable changed) {
        this.files = List.copyOf(files);
        this.changed = changed;
        looks = new Looks(state());
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
            if (looks.isChange(state())) changed.run();
        }
    }

    /** Tells a change from a file that is being written: an editor empties it first. Two looks in a row see the same then. */
    static final class Looks {
        private List<String> reported;
        private List<String> last;

        Looks(List<String> first) {
            reported = first;
            last = first;
        }

        boolean isChange(List<String> now) {
            boolean isWhole = now.equals(last);
            last = now;
            if (!isWhole || now.equals(reported)) return false;
            reported = now;
            return true;
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
