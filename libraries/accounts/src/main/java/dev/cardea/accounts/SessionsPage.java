package dev.cardea.accounts;

import dev.cardea.Accounts;
import dev.cardea.Accounts.OpenSession;
import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the user is signed in, at {@code account/sessions}. Ending a session needs no new proof: who doubts a device must not
 * be held up.
 *
 * @param names of the providers with which users sign in
 */
record SessionsPage(ProviderNames names) implements AccountPage {
    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request).fault(request.faultOfUrl());
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        var number = accounts(request).sessions().size();
        return Optional.of(new Summary(request.count("accounts.sessions.count", number), 0));
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        return switch (request.field("do")) {
            case "end" -> end(request);
            case "end-others" -> endOthers(request);
            default -> request.unknown(page(request));
        };
    }

    /** The session of another user isn't there, as one that has ended already. */
    private static InternalResponse end(AccountRequest request) {
        boolean hasEnded = accounts(request).endSession(request.field("id"));
        return hasEnded ? request.again("session-ended", List.of()) : request.again();
    }

    private InternalResponse endOthers(AccountRequest request) {
        if (Question.isAsked(request)) {
            var gone = sessions(request)
                    .filter(it -> !it.isCurrent())
                    .map(it -> item(request, it))
                    .toList();
            return new Question("end-others", "", Map.of(), gone).ask(request, this);
        }
        accounts(request).endOtherSessions();
        return request.again("sessions-ended", List.of());
    }

    private static Accounts accounts(AccountRequest request) {
        return Accounts.of(request.call()).orElseThrow();
    }

    private static Stream<OpenSession> sessions(AccountRequest request) {
        return accounts(request).sessions().stream()
                .sorted(Comparator.comparing((OpenSession it) -> !it.isCurrent())
                        .thenComparing(OpenSession::seen, Comparator.nullsLast(Comparator.<Instant>reverseOrder()))
                        .thenComparing(OpenSession::id));
    }

    private FormPage page(AccountRequest request) {
        var sessions = sessions(request).toList();
        var page = request.page(name())
                .text(request.text("accounts.sessions.text"))
                .items(sessions.stream().map(it -> item(request, it)).toList())
                .state("sessions", sessions.stream().map(this::json).toList());
        if (sessions.stream().allMatch(OpenSession::isCurrent)) return page;
        return page.form(
                List.of(),
                Question.before(request.hidden("end-others", Map.of())),
                request.text("accounts.sessions.end-others"),
                false,
                null);
    }

    private Item item(AccountRequest request, OpenSession session) {
        var device = device(session);
        var title = title(request, device);
        return new Item(
                device.isPhone() ? Marks.PHONE : Marks.COMPUTER,
                title,
                session.isCurrent() ? request.text("accounts.sessions.current") : null,
                details(request, session),
                List.of(session.isCurrent() ? OverviewPage.signOut(request, title) : ending(request, session, title)));
    }

    private static Item.Action ending(AccountRequest request, OpenSession session, String title) {
        return Item.Action.of(
                request.text("accounts.sessions.end"), title, request.hidden("end", Map.of("id", session.id())));
    }

    private static Device device(OpenSession session) {
        return session.userAgent() == null ? Device.UNKNOWN : Device.of(session.userAgent());
    }

    private static String title(AccountRequest request, Device device) {
        var known = Stream.of(device.browser(), device.system())
                .flatMap(Optional::stream)
                .toList();
        return known.isEmpty() ? request.text("accounts.sessions.unknown") : String.join(" · ", known);
    }

    /** A row of a store that keeps nothing else has an end only. */
    private List<String> details(AccountRequest request, OpenSession session) {
        var all = new ArrayList<String>();
        if (session.seen() != null) {
            var seen = session.isCurrent() ? request.text("accounts.time.now") : request.when(session.seen());
            all.add(request.text("accounts.sessions.seen", seen));
        } else {
            all.add(request.text("accounts.sessions.expires", request.day(session.expires())));
        }
        var begun =
                session.begun() == null ? null : request.text("accounts.sessions.begun", request.when(session.begun()));
        var opened = Stream.of(begun, provider(request, session), session.client())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" · "));
        if (!opened.isEmpty()) all.add(opened);
        return all;
    }

    private @Nullable String provider(AccountRequest request, OpenSession session) {
        var used = session.provider();
        return used == null ? null : names.of(request, used).orElse(null);
    }

    private Map<String, Object> json(OpenSession session) {
        var device = device(session);
        return Claims.of("id", session.id())
                .with("isCurrent", session.isCurrent())
                .with("expires", session.expires().toString())
                .withPresent("browser", device.browser().orElse(null))
                .withPresent("system", device.system().orElse(null))
                .withPresent("begun", text(session.begun()))
                .withPresent("seen", text(session.seen()))
                .withPresent("provider", session.provider())
                .withPresent("client", session.client())
                .asMap();
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
