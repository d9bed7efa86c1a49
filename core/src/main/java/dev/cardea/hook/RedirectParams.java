package dev.cardea.hook;

/**
 * Where somebody wants to go (interface: the params of {@code redirect}).
 *
 * @param url as the client gave it; any text
 * @param baseUrl the site's origin
 */
public record RedirectParams(String url, String baseUrl) {}
