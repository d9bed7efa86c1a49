package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.WebUrl;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The way from a site to the pages of development mode behind it. */
class TargetSiteTest {
    @Test
    void only_a_server_on_this_machine_is_taken_for_a_part_of_the_site() throws Exception {
        var site = site();
        assertThat(site.connectionHere(url("http://127.0.0.1:3100/"))).isPresent();
        assertThat(site.connectionHere(url("http://[::1]:3100/"))).isPresent();
        assertThat(site.connectionHere(url("http://192.0.2.7/"))).isEmpty();
        assertThat(site.connectionHere(url("http://[2001:db8::7]/"))).isEmpty();
    }

    private static TargetSite site() {
        var url = url("http://127.0.0.1:3000/");
        var wire = new Wire(url, InetAddress.getLoopbackAddress());
        var connection = new TargetSite.Connection(url, wire, Pace.ofThisMachine(), new Masks());
        var offer = new TargetSite.Offer(List.of(), Map.of(), "authjs.csrf-token");
        return new TargetSite(connection, "/auth", offer, new TargetSite.Facts(null, List.of(), null));
    }

    private static WebUrl url(String text) {
        return WebUrl.parse(text).orElseThrow();
    }
}
