export type * from "@cardea/bridge/adapters";
