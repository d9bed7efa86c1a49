package dev.cardea.hook;

/**
 * A visitor is to be redirected (Auth.js: the params of {@code redirect}).
 *
 * @param url as the client sent it; any text
 * @param baseUrl the origin of the site
 */
public record RedirectParams(String url, String baseUrl) {}
