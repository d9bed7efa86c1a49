package dev.cardea.hook;

import dev.cardea.http.Request;
import dev.cardea.model.Session;
import org.jspecify.annotations.Nullable;

/** Somebody wants to see a page (interface: the params of {@code authorized}); {@code auth} is who they are, if anyone. */
public record AuthorizedParams(@Nullable Session auth, Request request) {}
