export { decode, encode, getToken } from "@cardea/bridge/token";
export type { GetTokenParams, JWTDecodeParams, JWTEncodeParams } from "@cardea/bridge/token";
export type * from "@cardea/bridge/types";
