package dev.cardea.server.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The result of one check.
 *
 * @param message what was found; unless all is well, why that matters and how to mend it follow after semicolons
 */
public record CheckResult(Level level, DoctorCheck check, String message) {
    /** How bad it is. */
    public enum Level {
        OK,
        /** It works, and should be another way; or it could not be checked. */
        ADVICE,
        /** Users cannot sign in, or a defence is off. */
        BROKEN
    }

    /** Returns the line of the terminal: level, code and message. */
    public String line() {
        return word() + " " + check.code() + " " + message;
    }

    /** Returns the members of the JSON object. */
    public Map<String, Object> toMap() {
        var members = new LinkedHashMap<String, Object>();
        members.put("level", word());
        members.put("code", check.code());
        members.put("message", message);
        return members;
    }

    private String word() {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
