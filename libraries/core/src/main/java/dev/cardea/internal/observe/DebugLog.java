package dev.cardea.internal.observe;

import dev.cardea.hook.AuthLogger;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes each step as one line of the log. */
public final class DebugLog implements Observer {
    private final AuthLogger logger;

    public DebugLog(AuthLogger logger) {
        this.logger = logger;
    }

    @Override
    public void observe(StepContext at, Step step) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("request", at.request().toString());
        if (at.requestId() != null) metadata.put("request_id", at.requestId());
        if (at.flow() != null) metadata.put("flow", at.flow().toString());
        if (at.errorId() != null) metadata.put("error_id", at.errorId());
        logger.debug(step.toString(), metadata);
    }
}
