-- Rate limits that processes share: when the burst of a key is whole again, in milliseconds since 1970. Not of Auth.js.
create table if not exists "cardea_limit" (
  "key" nvarchar(255) collate Latin1_General_100_BIN2 not null primary key,
  "whole_at" bigint not null
);
create index if not exists "cardea_limit_whole_at_idx" on "cardea_limit" ("whole_at");
