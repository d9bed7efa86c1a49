package dev.cardea.server.log;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.Optional;
import java.util.Set;
import java.util.logging.LogRecord;

/** A line of the audit log of accounts, whose message is a JSON object. */
record AuditEntry(String event, Claims fields) {
    private static final String LOGGER = "dev.cardea.audit";

    static Optional<AuditEntry> of(LogRecord record) {
        if (!LOGGER.equals(record.getLoggerName())) return Optional.empty();
        try {
            var line = Json.parseObject(record.getMessage(), Json.INBOUND_DEPTH);
            var event = line.text("event");
            return event == null ? Optional.empty() : Optional.of(new AuditEntry(event, own(line)));
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    /** Without what each line has. How much of the address is logged is a setting of this log. */
    private static Claims own(Claims line) {
        var fields = line.without(Set.of("event", "time"));
        return RequestContext.current().isPresent() ? fields.without("network") : fields;
    }
}
