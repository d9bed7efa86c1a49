import { readFileSync } from "node:fs";

/**
 * The reviewed differences: after `# ` the steps, by name or by pattern (`*`), separated by ` | `; a reason; then lines of
 * the reference alone (`-`) and of ours alone (`+`).
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

/** What differs and is not listed, and what is listed and does not differ, as text of the list's own form. */
export function judge(reference, ours, listed) {
  const used = listed.map(() => new Set());
  const unlisted = [];
  for (const [step, theirs] of reference) {
    const mine = ours.get(step) ?? ["no such step"];
    let minus = without(theirs, mine);
    let plus = without(mine, theirs);
    listed.forEach((entry, i) => {
      for (const name of entry.steps) {
        if (!pattern(name).test(step)) continue;
        if (without(entry.theirs, minus).length || without(entry.ours, plus).length) continue;
        minus = without(minus, entry.theirs);
        plus = without(plus, entry.ours);
        used[i].add(name);
      }
    });
    if (minus.length + plus.length) unlisted.push([`# ${step}`, "?", ...minus.map((line) => `- ${line}`), ...plus.map((line) => `+ ${line}`)].join("\n"));
  }
  const idle = listed.flatMap(({ steps }, i) => steps.filter((step) => !used[i].has(step)));
  return { unlisted, idle };
}
