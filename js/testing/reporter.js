// Writes what each test did as a line of JSON, for run.js. The last line says that the tests have come to their end.
import { inspect } from "node:util";
import { leftOut } from "./nightly.js";

/** Failures that repeat another one: of a suite with a failed test, and of a test whose suite could not begin. */
const REPEATED = ["subtestsFailed", "cancelledByParent"];

export default async function* lines(events) {
  const names = [];
  for await (const { type, data } of events) {
    if (type === "test:start") names[data.nesting] = data.name;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { details, skip } = data;
    const error = details.error?.cause ?? details.error;
    if (REPEATED.includes(details.error?.failureType)) continue;
    const isSuite = details.type === "suite";
    if (isSuite && type === "test:pass" && skip === undefined) continue;
    const failure = type === "test:fail" ? { short: `${error?.message ?? error}`, long: inspect(error) } : undefined;
    const title = [...names.slice(0, data.nesting), data.name].join(" > ");
    yield `${JSON.stringify({ title, seconds: details.duration_ms / 1_000, skip: skip === true ? "" : skip, failure })}\n`;
  }
  yield `${JSON.stringify({ leftOut })}\n`;
}
