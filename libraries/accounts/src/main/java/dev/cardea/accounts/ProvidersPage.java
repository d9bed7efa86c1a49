package dev.cardea.accounts;

import dev.cardea.Accounts;
import dev.cardea.Accounts.LinkedAccount;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.OAuthProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Links and unlinks accounts at providers, at {@code account/providers}. To unlink one ends the user's other sessions, as
 * anyone who had that account may have opened them.
 */
final class ProvidersPage implements AccountPage {
    private static final Set<String> TYPES = Set.of(ProviderType.OAUTH.wire(), ProviderType.OIDC.wire());

    private final Map<String, OAuthProvider> providers = new LinkedHashMap<>();

    /** @param providers those that are configured, in the order of the sign-in page */
    ProvidersPage(List<OAuthProvider> providers) {
        for (var provider : providers) this.providers.put(provider.id(), provider);
    }

    @Override
    public String name() {
        return "providers";
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request).fault(request.faultOfUrl());
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        var linked = linked(request);
        var names = linked.stream().map(this::nameOf).distinct().collect(Collectors.joining(", "));
        int ways = (int) linked.stream()
                .filter(it -> providers.containsKey(it.provider()))
                .count();
        return Optional.of(new Summary(names.isEmpty() ? request.text("accounts.providers.none") : names, ways));
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        return switch (request.field("do")) {
            case "link" -> link(request);
            case "unlink" -> unlink(request);
            default -> request.unknown(page(request));
        };
    }

    private InternalResponse link(AccountRequest request) {
        var provider = request.field("provider");
        if (!providers.containsKey(provider)) return request.unknown(page(request));
        if (!request.isFresh()) return request.confirm();
        var back = request.shown().url(Map.of("notice", "account-linked"));
        return request.call().signIn(SignIn.with(provider).redirectTo(back));
    }

    /** The account of another user isn't there, as one that is unlinked already. */
    private InternalResponse unlink(AccountRequest request) {
        if (!request.isFresh()) return request.confirm();
        var provider = request.field("provider");
        var id = request.field("id");
        var linked = linked(request);
        var account = linked.stream()
                .filter(it ->
                        it.provider().equals(provider) && it.providerAccountId().equals(id))
                .findFirst();
        if (account.isEmpty()) return request.again();
        if (isLast(request, account.get())) return refuseLast(request);
        if (Question.isAsked(request)) {
            var gone = List.of(linkedItem(request, account.get(), linked, false));
            var fields = Map.of("provider", provider, "id", id);
            return new Question("unlink", nameOf(account.get()), fields, gone).ask(request, this);
        }
        var accounts = accounts(request);
        var cookies = request.remove(unit -> accounts.unlink(unit, provider, id));
        if (cookies.isEmpty()) return refuseLast(request);
        request.report("account-unlinked", Claims.of("provider", provider));
        return request.again("account-unlinked", cookies.get());
    }

    private InternalResponse refuseLast(AccountRequest request) {
        var fault = request.fault("LastSignInMethod", null);
        return request.refuse(fault, page(request).fault(fault));
    }

    private static boolean isLast(AccountRequest request, LinkedAccount account) {
        return accounts(request).isLast(account.provider(), account.providerAccountId());
    }

    private static Accounts accounts(AccountRequest request) {
        return Accounts.of(request.call()).orElseThrow();
    }

    /** Passkeys have their own page. */
    private List<LinkedAccount> linked(AccountRequest request) {
        return accounts(request).linked().stream()
                .filter(it -> TYPES.contains(it.type()))
                .sorted(Comparator.comparing(it -> place(it.provider())))
                .toList();
    }

    /** Returns the place on the sign-in page; the last one for a provider that is no longer there. */
    private int place(String provider) {
        int found = List.copyOf(providers.keySet()).indexOf(provider);
        return found < 0 ? providers.size() : found;
    }

    private String nameOf(LinkedAccount account) {
        var provider = providers.get(account.provider());
        return provider == null ? account.provider() : provider.name();
    }

    private FormPage page(AccountRequest request) {
        var linked = linked(request);
        var linkable = providers.values().stream()
                .filter(provider ->
                        linked.stream().noneMatch(it -> it.provider().equals(provider.id())))
                .toList();
        var items = new ArrayList<Item>();
        var last = linked.stream().filter(it -> isLast(request, it)).findFirst().orElse(null);
        for (var account : linked) items.add(linkedItem(request, account, linked, account.equals(last)));
        for (var provider : linkable) items.add(linkableItem(request, provider));
        return request.page(name())
                .text(request.text("accounts.providers.text"))
                .items(items)
                .state("isFresh", request.isFresh())
                .state(
                        "linked",
                        linked.stream().map(it -> json(it, it.equals(last))).toList())
                .state(
                        "linkable",
                        linkable.stream()
                                .map(it -> Claims.of("provider", it.id())
                                        .with("name", it.name())
                                        .asMap())
                                .toList());
    }

    private Item linkedItem(AccountRequest request, LinkedAccount account, List<LinkedAccount> linked, boolean isLast) {
        var provider = providers.get(account.provider());
        var name = nameOf(account);
        var details = new ArrayList<String>();
        details.add(request.text(provider == null ? "accounts.providers.gone" : "accounts.providers.linked"));
        boolean isOnly = linked.stream()
                        .filter(it -> it.provider().equals(account.provider()))
                        .count()
                == 1;
        if (!isOnly) details.add(request.text("accounts.providers.id", account.providerAccountId()));
        if (isLast) details.add(request.text("accounts.last-way"));
        var mark = provider == null ? Marks.monogram(name) : Marks.of(provider);
        return new Item(mark, name, null, details, isLast ? List.of() : List.of(unlinking(request, account, name)));
    }

    private static Item.Action unlinking(AccountRequest request, LinkedAccount account, String name) {
        var fields = Map.of("provider", account.provider(), "id", account.providerAccountId());
        return Item.Action.of(
                request.text("accounts.providers.unlink"), name, Question.before(request.hidden("unlink", fields)));
    }

    private static Item linkableItem(AccountRequest request, OAuthProvider provider) {
        return new Item(
                Marks.of(provider),
                provider.name(),
                null,
                List.of(request.text("accounts.providers.unlinked")),
                List.of(Item.Action.of(
                        request.text("accounts.providers.link"),
                        provider.name(),
                        request.hidden("link", Map.of("provider", provider.id())))));
    }

    private Map<String, Object> json(LinkedAccount account, boolean isLast) {
        return Claims.of("provider", account.provider())
                .with("name", nameOf(account))
                .with("id", account.providerAccountId())
                .with("isLast", isLast)
                .asMap();
    }
}
