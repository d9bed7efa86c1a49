import { readFileSync } from "node:fs";

/**
 * Reads the reviewed differences. Each begins with `# ` and its steps, by name or by pattern (`*`), separated by ` | `. A
 * step that differs in one place only ends with that place, such as ` (SolidStart)`. Then come a reason, the lines of the
 * reference alone (`-`), and the lines of Cardea alone (`+`).
 */
export function differences(file) {
  return readFileSync(file, "utf8")
    .split(/^# /m)
    .slice(1)
    .map((entry) => {
      const [heading, ...lines] = entry.trimEnd().split("\n");
      const of = (sign) => lines.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2));
      const reason = lines.filter((line) => line && !/^[-+] /.test(line)).join(" ");
      return { steps: heading.split(" | "), reason, theirs: of("-"), ours: of("+") };
    });
}

/** Lines of the first that the second lacks, each as often as it is there. */
export function without(lines, others) {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

const pattern = (text) => new RegExp(`^${text.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`);

const PLACE = / \((Next|next start|next dev|SolidStart(?: built| parts)?)\)$/;

/** A step's name as it is here; nothing where it is meant for another place. `SolidStart` is both of its places. */
function named(name, place) {
  const only = PLACE.exec(name)?.[1];
  return only && only !== place && !place.startsWith(`${only} `) ? "" : name.replace(PLACE, "");
}

/**
 * Returns differences that are not listed, in the format of the list, and listed ones that do not occur. A named step must
 * differ wherever it is played, a pattern somewhere.
 *
 * @param titles of the scenes that were played
 * @param place where, such as `Next` or `SolidStart parts`; patterns have to hold in the first
 */
export function judge(reference, ours, listed, titles, place) {
  const unlisted = [];
  const used = new Set();
  for (const [step, theirs] of reference) {
    const mine = ours.get(step) ?? ["no such step"];
    let minus = without(theirs, mine);
    let plus = without(mine, theirs);
    for (const entry of listed) {
      for (const name of entry.steps) {
        if (!pattern(named(name, place)).test(step) || without(entry.theirs, minus).length || without(entry.ours, plus).length) continue;
        minus = without(minus, entry.theirs);
        plus = without(plus, entry.ours);
        used.add(`${name}\n${entry.theirs}\n${entry.ours}`);
      }
    }
    if (minus.length + plus.length) unlisted.push([`# ${step}`, "?", ...minus.map((line) => `- ${line}`), ...plus.map((line) => `+ ${line}`)].join("\n"));
  }
  const played = (name) => titles.some((title) => named(name, place).startsWith(`${title}: `));
  const expected = (name) => (name.includes("*") ? place === "Next" : played(name));
  const idle = listed.flatMap((entry) => entry.steps.filter((name) => expected(name) && !used.has(`${name}\n${entry.theirs}\n${entry.ours}`)));
  return { unlisted, idle };
}
