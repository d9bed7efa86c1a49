-- Rate limits that processes share: when the burst of a key is whole again, in milliseconds since 1970. Not of Auth.js.
create table if not exists "cardea_limit" (
  "key" varchar(255) not null primary key,
  "whole_at" bigint not null,
  index "cardea_limit_whole_at_idx" ("whole_at")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
