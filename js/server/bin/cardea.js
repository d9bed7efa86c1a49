#!/usr/bin/env node
// Runs the command line of Cardea with the Java that is found, and ends as it ends.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { NoJavaError } from "../java.js";
import { launch } from "../launch.js";

const NOT_STARTED = 3;

let started;
try {
  started = launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof NoJavaError)) throw error;
  console.error(error.message);
  process.exit(NOT_STARTED);
}
// Before the start: a signal that ends this process between the two would leave a server that nobody ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
const child = spawn(started.command, started.args, { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`cardea: ${started.command} cannot be started: ${error.message}`);
  process.exit(NOT_STARTED);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
