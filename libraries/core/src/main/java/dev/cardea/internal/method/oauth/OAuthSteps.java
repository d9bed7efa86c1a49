package dev.cardea.internal.method.oauth;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.QueryUrl;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.oauth.ProviderCalls;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Parameter;
import dev.cardea.observe.Step.Redirect.Purpose;
import dev.cardea.provider.OAuthProvider;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of an authorization request and its answer. Values are not kept. */
final class OAuthSteps {
    private static final Map<String, Parameter> PARAMETERS =
            Stream.of(Parameter.values()).collect(Collectors.toUnmodifiableMap(Parameter::label, it -> it));

    private OAuthSteps() {}

    /** The browser is sent to the provider. */
    static void redirect(QueryUrl url) {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        var host = WebUrl.parse(url.toString()).map(it -> HostName.of(it.authority()));
        observation.add(new Step.Redirect(
                Purpose.PROVIDER,
                host.orElse(HostName.INVALID),
                names(url.parameters().keySet())));
    }

    /** The browser is sent to the host where its sign-in began. */
    static void forward(WebUrl origin) {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        observation.add(new Step.Redirect(Purpose.ORIGIN, HostName.of(origin.authority()), Set.of()));
    }

    /** The browser came back from the provider. */
    static void returned(OAuthProvider provider, Map<String, String> params) {
        var observation = Observation.current();
        if (!observation.isObserved()) return;
        var error = params.containsKey("error") ? ProviderCalls.error(params.get("error")) : null;
        observation.add(new Step.Return(ProviderId.of(provider), names(params.keySet()), error));
    }

    /** @param sent the state that the provider returned */
    static void otherState(OAuthProvider provider, @Nullable String sent) {
        var observation = RequestObservation.current();
        if (observation == null) return;
        var result = sent == null ? Step.CheckRead.Result.ABSENT : Step.CheckRead.Result.DIFFERENT;
        var digest = sent == null ? null : observation.digest(sent);
        observation.add(new Step.CheckRead(AuthCookie.STATE, ProviderId.of(provider), result, digest));
    }

    private static Set<Parameter> names(Collection<String> sent) {
        var names = EnumSet.noneOf(Parameter.class);
        for (var name : sent) names.add(PARAMETERS.getOrDefault(name.toLowerCase(Locale.ROOT), Parameter.OTHER));
        return names;
    }
}
