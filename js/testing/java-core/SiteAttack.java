import dev.cardea.attacks.Attack;
import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.token.Secrets;

/** Attacks a site, and prints the findings. The program is run from its source. */
class SiteAttack {
    /** @param args the address of the site, and its secret */
    public static void main(String[] args) {
        // The attack that tries 1,000 secrets is long, and the same for a site in Java.
        var ids = Attacks.all().stream()
                .filter(attack -> attack.group() == Group.ANONYMOUS)
                .map(Attack::id)
                .filter(id -> !id.equals("A24"))
                .toArray(String[]::new);
        var report = Attacks.against(args[0]).secrets(Secrets.of(args[1])).only(ids).run();
        report.results().forEach(result -> System.out.print(result.describe()));
        System.out.println(report.requests() + " requests, " + report.findings().size() + " findings");
    }
}
