/** The calls of callbacks and events; one list, however many copies a bundler makes of this file. */
export const observed = (globalThis.transcriptObserved ??= []);
