-- Rate limits that processes share: when the burst of a key is whole again, in milliseconds since 1970. Not of Auth.js.
create table if not exists "cardea_limit" (
  "key" text not null primary key,
  "whole_at" integer not null
);
create index if not exists "cardea_limit_whole_at_idx" on "cardea_limit" ("whole_at");
