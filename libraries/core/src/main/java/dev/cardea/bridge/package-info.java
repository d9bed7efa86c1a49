/**
 * The bridge lets a site's server in another language call the library, on the routes that browsers use. The server
 * signs every call. {@link dev.cardea.bridge.BridgeGate} verifies the signature, and is the only class that creates a
 * {@link dev.cardea.bridge.BridgeCall}. Callers in Java sign with {@link dev.cardea.bridge.BridgeSigner}. The bridge is
 * off by default.
 */
@NullMarked
package dev.cardea.bridge;

import org.jspecify.annotations.NullMarked;
