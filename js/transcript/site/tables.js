// An adapter in memory: the one that our core is compared with elsewhere too.
export { Tables } from "../../../tests/it/node/tables.mjs";
