/**
 * What a module of Cardea implements to take part in sign-ins: {@link dev.cardea.module.SignInStep}. It comes between the
 * proof of an identity and the session.
 */
@NullMarked
package dev.cardea.module;

import org.jspecify.annotations.NullMarked;
