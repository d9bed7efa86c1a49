/**
 * Cardea for Spring Boot. {@link dev.cardea.host.spring.CardeaAutoConfiguration} builds it from the application's beans
 * and {@code cardea.*}. {@link dev.cardea.host.spring.SignedIn} protects handlers. {@code Session},
 * {@code Optional<Session>} and records marked {@link dev.cardea.model.SessionView} are arguments of handlers;
 * {@link dev.cardea.host.spring.CurrentSession} is for services.
 */
@NullMarked
package dev.cardea.host.spring;

import org.jspecify.annotations.NullMarked;
