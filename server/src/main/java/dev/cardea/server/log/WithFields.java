package dev.cardea.server.log;

import java.util.Map;

/** A log record with more fields. */
interface WithFields {
    /** By their names in JSON. */
    Map<String, Object> fields();
}
