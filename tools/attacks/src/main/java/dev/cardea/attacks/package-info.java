/**
 * Attacks on one's own site, which show whether its defences are on.
 *
 * <p>{@link dev.cardea.attacks.Attacks} runs them and returns a {@link dev.cardea.attacks.Report}. Each attack is an
 * {@link dev.cardea.attacks.Attack}, which is declared once, next to the code that carries it out:
 *
 * <pre>{@code
 * static final AttackCase GET_CHANGES_NOTHING = AttackCase.anonymous(
 *         "A06", "GET on routes that change something", EXPECTED, REMEDY, trial -> {
 *             var answer = trial.send(Call.get(trial.site().route("/signout")));
 *             if (…) trial.found(answer, "the session cookie was cleared");
 *         });
 * }</pre>
 *
 * <ul>
 *   <li>{@code AttackCatalog} lists all cases; the reference page and the reports come from it.
 *   <li>{@code Call} is a request as bytes on the wire, {@code Answer} the answer with its call. {@code Wire} sends one
 *       on a separate connection and corrects nothing.
 *   <li>{@code TargetSite} knows base path, providers and cookie names, which it reads from the public routes.
 *   <li>{@code TestVisitor} is a browser without pages: cookies and a CSRF token.
 *   <li>{@code Trial} is one run of one attack. It sends within the limits of the run, and collects findings. An attack
 *       that lacks what it needs calls {@code notRun}. One whose target the site does not have calls {@code noTarget}.
 *   <li>A valid request precedes each attack whose rejection could have another reason. If the site rejects that as
 *       well, the attack is not run.
 * </ul>
 */
@NullMarked
package dev.cardea.attacks;

import org.jspecify.annotations.NullMarked;
