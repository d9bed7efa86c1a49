package dev.cardea.http;

import java.util.Collection;
import java.util.List;

/**
 * The headers of a framework's response that has not been sent yet. A framework integration implements it over the
 * framework's own object. Names are compared without case. As safe for concurrent use as that object.
 */
public interface ResponseHeaders {
    /** Returns the names of all headers; a name may appear more than once. */
    Collection<String> names();

    /** Returns the values of a header, one for each of its lines; empty if the header is absent. */
    Collection<String> values(String name);

    /**
     * Replaces all lines of a header.
     *
     * @param values at least one
     */
    void set(String name, List<String> values);
}
