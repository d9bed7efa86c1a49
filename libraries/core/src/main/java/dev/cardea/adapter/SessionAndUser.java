package dev.cardea.adapter;

import dev.cardea.model.User;

/** A session and its user. */
public record SessionAndUser(AdapterSession session, User user) {}
