export { decode, encode, getToken } from "@cardea/bridge/token";
export type { GetTokenParams, JWTDecodeParams, JWTEncodeParams, JWTOptions } from "@cardea/bridge/token";
export type * from "@cardea/bridge/types";
