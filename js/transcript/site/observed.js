/** What callbacks and events were told; one list, however many copies a bundler makes of this file. */
export const observed = (globalThis.transcriptObserved ??= []);
