package dev.cardea.server.log;

import java.util.Map;

/** A log record that has fields of its own. */
interface WithFields {
    /** By their names in JSON. */
    Map<String, Object> fields();
}
