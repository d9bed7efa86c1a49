package dev.cardea.hooks;

/** Where to connect to, and whether by TLS. */
record HookAddress(String host, int port, boolean isTls) {}
