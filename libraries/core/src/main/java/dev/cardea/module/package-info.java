/**
 * What a module of Cardea implements. Begin with {@link dev.cardea.module.Extension}: it adds the module to a
 * configuration. What it adds is a {@link dev.cardea.module.Route}, a {@link dev.cardea.module.SignInStep} between the
 * proof of an identity and the session, a {@link dev.cardea.module.RequestFilter} or a {@link
 * dev.cardea.module.ConfigurationCheck}. An {@link dev.cardea.module.ObserverModule} needs no extension.
 */
@NullMarked
package dev.cardea.module;

import org.jspecify.annotations.NullMarked;
