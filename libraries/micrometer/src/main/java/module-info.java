/** Meters and spans of sign-ins, sessions and the calls behind them. */
// Micrometer has no descriptor.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.cardea.micrometer {
    requires transitive dev.cardea;
    requires transitive dev.cardea.recorder;
    requires transitive micrometer.core;
    requires static transitive micrometer.tracing;
    requires static transitive org.jspecify;

    exports dev.cardea.micrometer;
    exports dev.cardea.micrometer.tracing;
}
