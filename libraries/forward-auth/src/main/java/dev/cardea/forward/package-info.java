/**
 * Forward authentication: nginx, Caddy, Traefik or Envoy asks Cardea about each request before it passes that on to an
 * application in any language. {@link dev.cardea.forward.ForwardAuth} is the one public type.
 */
@NullMarked
package dev.cardea.forward;

import org.jspecify.annotations.NullMarked;
