const AROUND = 3;

/** The change of a file as `diff -u` shows it; empty without a change. */
export function diff(name, before, after) {
  if (before === after) return "";
  const steps = stepsOf(linesOf(before), linesOf(after));
  const shown = steps.map((_, at) => steps.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== " "));
  const out = [`--- ${before ? name : "/dev/null"}`, `+++ ${name}`];
  for (const [at, step] of steps.entries()) {
    if (!shown[at]) continue;
    if (!shown[at - 1]) out.push(`@@ -${step.old} +${step.now} @@`);
    out.push(step.sign + step.line);
  }
  return `${out.join("\n")}\n`;
}

function linesOf(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** By the longest common part: what stays, what goes, what comes, in the order in which it is read. */
function stepsOf(a, b) {
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const steps = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const at = { old: i + 1, now: j + 1 };
    if (i < a.length && j < b.length && a[i] === b[j]) steps.push({ ...at, sign: " ", line: a[i++] }), j++;
    else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) steps.push({ ...at, sign: "-", line: a[i++] });
    else steps.push({ ...at, sign: "+", line: b[j++] });
  }
  return steps;
}
