package dev.cardea.adapter;

import dev.cardea.model.User;

/** A session and the user it belongs to. */
public record SessionAndUser(AdapterSession session, User user) {}
