/**
 * The bridge: a site's server in another language calls the library on the routes that browsers use. It signs each
 * call; {@link dev.cardea.bridge.BridgeGate} verifies it, and is the only class that creates a
 * {@link dev.cardea.bridge.BridgeCall}. {@link dev.cardea.bridge.BridgeSigner} is the other side, for callers in Java.
 * Off unless the configuration says so.
 */
@NullMarked
package dev.cardea.bridge;

import org.jspecify.annotations.NullMarked;
