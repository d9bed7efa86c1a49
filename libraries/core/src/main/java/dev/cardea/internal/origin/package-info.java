/** Internal: decides which origin a request is for, from the configuration, the Host header and trusted proxies. */
@NullMarked
package dev.cardea.internal.origin;

import org.jspecify.annotations.NullMarked;
